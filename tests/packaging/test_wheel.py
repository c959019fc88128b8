"""The wheel contains everything it needs, and plays outside the repository."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", place, ROOT, cwd=place)
    [built] = place.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with only the wheel installed; its dependencies come from the environment of the tests."""
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=place)
    bin_folder = place / "venv" / "bin"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        bin_folder / "python",
        "install",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=place,
    )
    [packages] = (place / "venv" / "lib").glob("python*/site-packages")
    # sys.path comes in this order, so the wheel's copy of rectoverso wins over the editable one.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return place


def test_the_wheel_has_a_bill_of_materials_that_is_always_the_same(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [name] = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
    assert name.endswith("/rectoverso.cdx.json")
    written = archive.read(name)
    script = runpy.run_path(str(ROOT / "scripts" / "sbom.py"))
    bill = json.loads(written)
    assert written.decode() == script["text"](ROOT, bill["metadata"]["component"]["version"])
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    names = {component["purl"].split("@")[0] for component in bill["components"]}
    assert {"pkg:pypi/numba", "pkg:pypi/litestar", "pkg:pypi/sqlalchemy", "pkg:npm/svelte"} <= names
    assert not names & {"pkg:pypi/hatchling", "pkg:npm/vitest", "pkg:pypi/pytest"}
    references = [component["bom-ref"] for component in bill["components"]]
    assert references == sorted(set(references))


def test_the_wheel_contains_code_types_and_words(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"rectoverso/__init__.py", "rectoverso/py.typed", "rectoverso/catalogues/en.json"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "web/", "docs/")) for name in names)


def test_the_wheel_contains_the_rules_pages_and_the_built_page(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, target in (("docs/rules", "rectoverso/pages/rules"), ("web/dist", "rectoverso/web")):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                assert f"{target}/{path.relative_to(ROOT / folder)}" in names


def test_the_installed_package_comes_from_the_wheel(installed: Path) -> None:
    where = run("venv/bin/python", "-c", "import rectoverso; print(rectoverso.__file__)", cwd=installed)
    assert Path(where.strip()).is_relative_to(installed)


def test_the_installed_command_shows_help_and_plays(installed: Path) -> None:
    assert "selfplay" in run("venv/bin/rectoverso", "--help", cwd=installed)
    command = ["selfplay", "nummerus", "--players", "2", "--games", "1", "--seed", "wheel", "--bots", "greedy"]
    record = json.loads(run("venv/bin/rectoverso", *command, "--out", "-", cwd=installed))
    assert record["game"] == "nummerus"
    assert len(record["result"]["ranks"]) == 2
