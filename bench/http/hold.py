"""Connections that are held open: what each costs the server, and whether each still gets its answer."""

import selectors
import socket
import time

from process import Failed

REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


def hold(server, count):
    """Opens connections; gives bytes of memory for each, and how many then got an answer to a request."""
    port = int(server.first)
    warm_up(port)
    before = server.status("VmRSS")
    held = [connect(port) for _ in range(count)]
    time.sleep(1)
    after = server.status("VmRSS")
    answered = ask_all(held)
    for connection in held:
        connection.close()
    return (after - before) * 1024 / count, answered


def connect(port):
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=10)
    except OSError as error:
        raise Failed(f"a connection failed: {error}") from None


def warm_up(port):
    """What the first requests make is made before it counts."""
    for _ in range(200):
        with connect(port) as connection:
            connection.sendall(REQUEST)
            connection.recv(4096)


def ask_all(connections):
    answered = 0
    with selectors.DefaultSelector() as waiting:
        for connection in connections:
            connection.sendall(REQUEST)
            waiting.register(connection, selectors.EVENT_READ)
        deadline = time.monotonic() + 30
        while waiting.get_map() and time.monotonic() < deadline:
            for key, _ in waiting.select(1):
                waiting.unregister(key.fileobj)
                if key.fileobj.recv(4096).startswith(b"HTTP/1.1 200"):
                    answered += 1
    return answered
