"""The HTTP side: the application, its routes, who may come in, how often, and the pages."""
