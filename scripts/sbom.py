"""A software bill of materials (CycloneDX): what an installation consists of, and what is built into the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

_PACKAGE = re.compile(r"([A-Za-z0-9_.-]+)==([^\s;\\]+)(?: ; ([^\\]+?))? *\\?$")
_BUILD_ONLY = {"editables", "hatchling", "pathspec", "pluggy", "trove-classifiers"}
"""Packages of requirements/play.txt that only build the package; `packaging` is needed by others too."""


def bill(root: Path, version: str) -> dict[str, Any]:
    """The bill of this version. It depends on nothing but the files in the repository."""
    components = [*_python_packages(root / "requirements" / "play.txt"), *_page_packages(root / "web")]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": f"pkg:pypi/rectoverso@{version}",
                "name": "rectoverso",
                "version": version,
                "purl": f"pkg:pypi/rectoverso@{version}",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": sorted(components, key=lambda component: component["bom-ref"]),
    }


def text(root: Path, version: str) -> str:
    """The bill as a file has it."""
    return json.dumps(bill(root, version), indent=2, sort_keys=True) + "\n"


def _component(kind: str, name: str, version: str, **more: Any) -> dict[str, Any]:
    purl = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, **more}


def _python_packages(file: Path) -> list[dict[str, Any]]:
    found = filter(None, map(_PACKAGE.match, file.read_text("utf-8").splitlines()))
    return [_python_package(match) for match in found if match[1] not in _BUILD_ONLY]


def _python_package(match: re.Match[str]) -> dict[str, Any]:
    name, version, marker = match[1].lower().replace("_", "-"), match[2], match[3]
    properties = [{"name": "rectoverso:marker", "value": marker.strip()}] if marker else []
    return _component("pypi", name, version, **({"properties": properties} if properties else {}))


def _page_packages(web: Path) -> list[dict[str, Any]]:
    """The packages that the page is built with and from, as its lock file has them; not those that only test it."""
    lock = web / "package-lock.json"
    if not lock.is_file():
        return []
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    return list(
        {
            f"{name}@{entry['version']}": _component("npm", name, entry["version"])
            for path, entry in packages.items()
            if (name := path.rpartition("node_modules/")[2]) and "version" in entry and not entry.get("dev")
        }.values()
    )
