"""The HTTP side: the application, its routes, request checks, sign-in, rate limits, and the page."""
