"""A long time under full load, with connections that come and go: memory and descriptors must not grow."""

import subprocess
import threading
import time

import load
from hold import REQUEST, connect
from process import Failed

# Seconds between two looks. Memory goes up and down with the collections: seldom looks would miss the tops of the first minute.
BETWEEN = 0.5
# What memory may do: the highest point after the first minute, and the lowest of the last minute beside the second.
ALLOWED_GROWTH = 1.15
ALLOWED_GROWTH_OF_LOW_POINTS = 1.1


def soak(server, seconds):
    """Gives what was seen: (second, KB of memory, descriptors)."""
    port = int(server.first)
    over = threading.Event()
    others = [threading.Thread(target=come_and_go, args=(port, over)) for _ in range(4)]
    loading = threading.Thread(target=keep_loading, args=(port, seconds))
    for thread in [*others, loading]:
        thread.start()
    seen = []
    began = time.monotonic()
    try:
        while loading.is_alive():
            loading.join(BETWEEN)
            if not server.is_running():
                raise Failed("the server is gone")
            seen.append((time.monotonic() - began, server.status("VmRSS"), server.descriptors()))
    finally:
        over.set()
        for thread in [*others, loading]:
            thread.join()
    time.sleep(1)
    seen.append((time.monotonic() - began, server.status("VmRSS"), server.descriptors()))
    return seen


def keep_loading(port, seconds):
    try:
        load.run(port, "/", max(int(seconds), 1), 64)
    except (Failed, subprocess.TimeoutExpired):
        pass


def come_and_go(port, over):
    """One request a connection; some leave before the answer, some without a word."""
    turn = 0
    while not over.is_set():
        turn += 1
        try:
            with connect(port) as connection:
                if turn % 3:
                    connection.sendall(REQUEST if turn % 5 else REQUEST[:20])
                if turn % 2:
                    connection.settimeout(0.2)
                    connection.recv(4096)
        except (OSError, Failed):
            pass


def verdict(seen):
    """A line that says whether anything grew after the first minute: the highest points, or the low ones, which tell what is
    left when garbage has gone."""
    end = seen[-1][0]
    minute = min(60, end / 5)
    first = max(memory for second, memory, _ in seen if second <= minute)
    later = max(memory for second, memory, _ in seen if second > minute)
    before = min(memory for second, memory, _ in seen if minute < second <= 2 * minute)
    after = min(memory for second, memory, _ in seen[:-1] if second > end - minute)
    grew = later > first * ALLOWED_GROWTH or after > before * ALLOWED_GROWTH_OF_LOW_POINTS
    leaked = seen[-1][2] > seen[0][2]
    words = (
        f"{first:,} KB at most in the first {minute:.0f} s, {later:,} KB later; at least {before:,} KB in the {minute:.0f} s after"
        f" those, {after:,} KB in the last; {seen[-1][2]} descriptors at the end"
    )
    return not grew and not leaked, words
