"""Starting the server: settings from the environment, listening, uvicorn."""
