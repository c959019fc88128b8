"""A bot needs a cookie, a socket and JSON, in any language. This one joins by a private link and plays at random.

python examples/foreign_bot.py http://127.0.0.1:8000/join/THE-LINK
"""

import itertools
import json
import random
import sys
import urllib.request

from websockets.sync.client import connect


def ask(site, path, cookie="", body=None):
    """Make one HTTP request (with a body, a POST); the answer and the cookie."""
    headers = {"Content-Type": "application/json", "X-Rectoverso": "1", "Cookie": cookie}
    data = None if body is None else json.dumps(body).encode()
    answer = urllib.request.urlopen(urllib.request.Request(site + path, data, headers))
    return json.load(answer), (answer.headers.get("Set-Cookie") or cookie).split(";")[0]


def play(site, link):
    """Take the chair, play one game, and print the result."""
    _, cookie = ask(site, "/api/site")
    joined, cookie = ask(site, "/api/join", cookie, {"link": link})
    numbers = itertools.count()
    address = site.replace("http", "ws", 1) + "/api/socket"
    with connect(address, additional_headers={"Cookie": cookie}, compression=None) as socket:

        def say(kind, **fields):
            socket.send(json.dumps({"type": kind, "id": f"bot-{next(numbers)}", "chair": joined["chair"], **fields}))

        socket.send(json.dumps({"type": "hello", "protocol": 1, "table": joined["table"]}))
        for message in map(json.loads, socket):
            position = message.get("position")
            view = position["view"] if position else message
            if message["type"] == "snapshot" or message.get("what") == "preparing":
                say("commit", commitment=None)  # we trust the server's shuffle
            if view.get("legal"):
                say("play", against=message["n"], move=random.choice(view["legal"]))
            if message.get("what") == "over":
                return print(view["result"])


if __name__ == "__main__":
    site, link = sys.argv[1].split("/join/")
    play(site, link)
