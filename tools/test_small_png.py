import struct
import unittest
import zlib

import small_png


class SmallPng(unittest.TestCase):
    def test_the_picture_stays(self):
        rows = [bytes([x * 40 % 256, y * 50, 7, 255][c] for x in range(6) for c in range(4)) for y in range(5)]
        # The same picture, with each way of writing a row.
        body, above = b"", bytes(24)
        for how, row in enumerate(rows):
            body += bytes([how]) + bytes((row[i] - self.guess(how, row, above, i)) & 255 for i in range(24))
            above = row
        head = struct.pack(">IIBBBBB", 6, 5, 8, 6, 0, 0, 0)
        parts = [(b"IHDR", head), (b"IDAT", zlib.compress(body)), (b"IEND", b"")]
        data = small_png.SIGNATURE + b"".join(small_png.chunk(*part) for part in parts)
        self.assertEqual([bytes(row) for row in small_png.decode(data)[3]], rows)
        self.assertIn(b"PLTE", small_png.shrink(data))

    @staticmethod
    def guess(how, row, above, i):
        left, up = (row[i - 4] if i >= 4 else 0), above[i]
        corner = above[i - 4] if i >= 4 else 0
        return [0, left, up, (left + up) // 2, small_png.nearest(left, up, corner)][how]


if __name__ == "__main__":
    unittest.main()
