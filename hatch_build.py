"""Build hook: adds the rules pages and the built page, which are outside the package, and a bill of materials."""

import runpy
import shutil
import tempfile
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

    _bill_folder: Path | None = None

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
        self._add_bill_of_materials(build_data)

    def _add_bill_of_materials(self, build_data: dict[str, Any]) -> None:
        """PEP 770: in the folder `sboms` of the wheel's metadata."""
        self._bill_folder = Path(tempfile.mkdtemp(prefix="rectoverso-sbom-"))
        file = self._bill_folder / "rectoverso.cdx.json"
        text = runpy.run_path(str(Path(self.root, "scripts", "sbom.py")))["text"]
        file.write_text(text(Path(self.root), self.metadata.version), encoding="utf-8")
        build_data["sbom_files"].append(str(file))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._bill_folder is not None:
            shutil.rmtree(self._bill_folder)
