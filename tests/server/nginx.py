"""A real nginx in front of the server, set up by the example for hosts, where one is installed."""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.repository.tree import ROOT
from tests.server.programs import find_program
from tests.server.site import PATIENCE, until

EXAMPLE = ROOT / "examples/hosting/nginx.conf"
AROUND = """
daemon off;
{user}
worker_processes 1;
worker_rlimit_nofile 20000;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 8192; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {site}
}}
"""


def write_configuration(folder: Path, port: int, other_port: int, behind: str = "127.0.0.1:8000") -> Path:
    """The example without TLS, on other ports, with what nginx needs around it."""
    site = re.sub(r"ssl_certificate.*", "", EXAMPLE.read_text("utf-8"))
    for theirs, ours in (
        ("listen 443 ssl;", f"listen 127.0.0.1:{port};"),
        ("listen 80;", f"listen 127.0.0.1:{other_port};"),
        ("server 127.0.0.1:8000;", f"server {behind};"),
        ("/var/log/nginx/", f"{folder}/"),
    ):
        assert theirs in site
        site = site.replace(theirs, ours)
    user = "user root;" if os.geteuid() == 0 else ""
    written = folder / "nginx.conf"
    written.write_text(AROUND.format(folder=folder, user=user, site=site), "utf-8")
    return written


@contextmanager
def in_front_of(address: str, folder: Path) -> Iterator[str]:
    """The address where nginx passes everything on; without nginx, the server's own."""
    program = find_program("nginx")
    if program is None:
        print("nginx is not installed: the server is asked directly")
        yield address
        return
    port, other_port = _free_port(), _free_port()
    settings = write_configuration(folder, port, other_port, address)
    log = folder / "nginx.log"
    process = subprocess.Popen([program, "-e", log, "-p", folder, "-c", settings], stderr=subprocess.DEVNULL)
    try:
        until(lambda: _answers(port))
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
