"""Makes a PNG of a screen smaller: the 256 colours that matter in place of all."""

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def shrink(data):
    """The same picture with a palette. Takes what Chromium writes: eight bits a channel, not interlaced."""
    width, height, channels, rows = decode(data)
    pixels = [tuple(row[place : place + 3]) for row in rows for place in range(0, width * channels, channels)]
    counts = Counter(pixels)
    palette, places = choose(counts)
    indexes = bytes(places[pixel] for pixel in pixels)
    body = b"".join(b"\0" + indexes[row * width : (row + 1) * width] for row in range(height))
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(map(bytes, palette))),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    ]
    return SIGNATURE + b"".join(chunk(name, content) for name, content in chunks)


def choose(counts):
    """A palette, and which of its colours stands for each: again and again the one is added that is missed most."""
    palette = [counts.most_common(1)[0][0]]
    nearest_to = {colour: (distance(palette[0], colour), 0) for colour in counts}
    while len(palette) < min(256, len(counts)):
        missed = max(counts, key=lambda colour: nearest_to[colour][0] * counts[colour])
        for colour, (away, _) in nearest_to.items():
            new = distance(missed, colour)
            if new < away:
                nearest_to[colour] = (new, len(palette))
        palette.append(missed)
    return palette, {colour: place for colour, (_, place) in nearest_to.items()}


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def decode(data):
    place, packed = len(SIGNATURE), b""
    while place < len(data):
        (size,), name = struct.unpack_from(">I", data, place), data[place + 4 : place + 8]
        content = data[place + 8 : place + 8 + size]
        if name == b"IHDR":
            width, height, _, kind = struct.unpack_from(">IIBB", content)
        elif name == b"IDAT":
            packed += content
        place += 12 + size
    channels = {2: 3, 6: 4}[kind]
    return width, height, channels, unfilter(zlib.decompress(packed), width * channels, height, channels)


def unfilter(raw, stride, height, channels):
    """Each row is written as what differs from its neighbours, in one of five ways."""
    rows, above = [], bytearray(stride)
    for number in range(height):
        start = number * (stride + 1)
        how, row = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = row[i - channels] if i >= channels else 0
            if how == 1:
                row[i] = (row[i] + left) & 255
            elif how == 2:
                row[i] = (row[i] + above[i]) & 255
            elif how == 3:
                row[i] = (row[i] + (left + above[i]) // 2) & 255
            elif how == 4:
                corner = above[i - channels] if i >= channels else 0
                row[i] = (row[i] + nearest(left, above[i], corner)) & 255
        rows.append(row)
        above = row
    return rows


def nearest(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))
