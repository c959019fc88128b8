"""Puts into the wheel what lies outside the package in the repository: the rules pages and the built page."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where it lies in the repository -> where the package finds it when installed (see rectoverso/resources.py).
SHIPPED = {
    "docs/rules": "rectoverso/pages/rules",
    "web/dist": "rectoverso/web",
}


class ShipPages(BuildHookInterface[Any]):
    """An editable install reads these folders in the repository; a wheel carries copies."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for source, target in SHIPPED.items():
            place = Path(self.root, source)
            if place.is_dir():
                build_data["force_include"][str(place)] = target
            else:
                self.app.display_warning(
                    f"{source} is not there: this wheel goes without it (`make setup` builds the page)."
                )
