"""The examples for hosts: they can be read by the programs they are for, and name what there is."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import httpx
import pytest

from rectoverso.server.process.metrics import REGISTRY
from tests.repository.tree import ROOT
from tests.server import nginx
from tests.server.programs import find_program

EXAMPLES = ROOT / "examples/hosting"
OF_PROMETHEUS = {"up"}
SAMPLES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def program(name: str, package: str) -> str:
    """A program that checks an example."""
    found = find_program(name)
    if found is None:
        pytest.skip(f"{name} is not here; Debian has it in the package {package}")
    return found


def assert_fine(*command: str | Path) -> None:
    """A program finds nothing wrong."""
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warn" not in (done.stdout + done.stderr).lower()


def known_metrics() -> set[str]:
    """The names of all samples in /metrics."""
    return {family.name + end for family in REGISTRY.collect() for end in SAMPLES[family.type]}


def metrics_in(expression: str) -> set[str]:
    """The metrics that a query names."""
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\bby \([^)]*\)", "", expression)
    functions = set(re.findall(r"(\w+) ?\(", bare)) | {"by"}
    return set(re.findall(r"\b[a-z]\w*_\w+\b|\bup\b", bare)) - functions


def test_every_panel_of_the_dashboard_asks_for_metrics_that_exist() -> None:
    dashboard = json.loads((EXAMPLES / "grafana-dashboard.json").read_text("utf-8"))
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = set().union(*map(metrics_in, expressions))
    assert named <= known_metrics()
    ours = {name for name in known_metrics() if name.startswith("rectoverso_")}
    families = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in ours}
    assert {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named} >= families  # every one is shown
    places = [tuple(panel["gridPos"].values()) for panel in dashboard["panels"]]
    assert len(set(places)) == len(places)


def test_every_alert_asks_for_metrics_that_exist() -> None:
    rules = (EXAMPLES / "prometheus-alerts.yml").read_text("utf-8")
    expressions = re.findall(r"expr: (.*)", rules)
    assert len(expressions) == rules.count("alert:") > 5
    for expression in expressions:
        assert metrics_in(expression) <= known_metrics() | OF_PROMETHEUS, expression
    guide = (ROOT / "docs/hosting.md").read_text("utf-8")
    for name in re.findall(r"alert: (\w+)", rules):
        assert f"| `{name}` |" in guide


def test_prometheus_can_read_its_files() -> None:
    assert_fine(program("promtool", "prometheus"), "check", "config", EXAMPLES / "prometheus.yml")


def test_systemd_can_read_the_unit(tmp_path: Path) -> None:
    verify = program("systemd-analyze", "systemd")
    unit = (EXAMPLES / "rectoverso.service").read_text("utf-8")
    (tmp_path / "rectoverso.service").write_text(unit.replace("/opt/rectoverso/bin/rectoverso", "/bin/echo"))
    assert_fine(verify, "verify", tmp_path / "rectoverso.service")


def test_nginx_can_read_its_file(tmp_path: Path) -> None:
    settings = nginx.write_configuration(tmp_path, 18443, 18080)
    assert_fine(program("nginx", "nginx"), "-t", "-q", "-e", "stderr", "-p", tmp_path, "-c", settings)


def test_nginx_logs_no_private_link(tmp_path: Path) -> None:
    """Anybody who reads the log could sit down by it."""
    program("nginx", "nginx")
    with nginx.in_front_of("127.0.0.1:1", tmp_path) as address:  # nobody answers there, and that is logged, too
        for path in ("/", "/join/WyJz.abc", "/api/invitations/WyJz.abc", "/table/abc?a=/join/b"):
            assert httpx.get(f"http://{address}{path}").status_code == 502
    log = (tmp_path / "rectoverso.log").read_text()
    assert re.findall(r'"GET (\S+)', log) == ["/", "/table/abc?a=/join/b"]


def test_the_guide_lists_every_setting() -> None:
    """Each variable that the sources name, and no other, has its row in the table."""
    sources = [file.read_text("utf-8") for file in (ROOT / "src/rectoverso").rglob("*.py")]
    named = set(re.findall(r"\bRECTOVERSO_[A-Z_]*[A-Z]", "\n".join(sources)))
    guide = (ROOT / "docs/hosting.md").read_text("utf-8")
    rows = re.findall(r"^\| `(RECTOVERSO_[A-Z_]+)` \|", guide, re.MULTILINE)
    assert sorted(rows) == sorted(named)


@pytest.mark.parametrize("name", ["rectoverso.env", "rectoverso.service", "compose.yaml", "prometheus.yml"])
def test_examples_set_only_what_there_is(name: str) -> None:
    guide = (ROOT / "docs/hosting.md").read_text("utf-8")
    for setting in re.findall(r"\bRECTOVERSO_[A-Z_]*[A-Z]", (EXAMPLES / name).read_text("utf-8")):
        assert f"| `{setting}` |" in guide
