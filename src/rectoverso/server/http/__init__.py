"""The HTTP side: the application, its routes, request checks, sockets, and the page."""
