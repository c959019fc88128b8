"""Build hook: adds the rules pages and the built page, which are outside the package, to the wheel."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Folder in the repository -> folder in the installed package (see rectoverso/resources.py).
SHIPPED = {
    "docs/rules": "rectoverso/pages/rules",
    "web/dist": "rectoverso/web",
}


class ShipPages(BuildHookInterface[Any]):
    """A wheel gets copies of these folders; an editable install reads them from the repository."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for source, target in SHIPPED.items():
            place = Path(self.root, source)
            if place.is_dir():
                build_data["force_include"][str(place)] = target
            else:
                self.app.display_warning(
                    f"{source} is missing, so this wheel is built without it (`make setup` builds the page)."
                )
