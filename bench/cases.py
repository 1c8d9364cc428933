"""What is measured: one entry a case, each with a script in cases/ that runs on every runtime."""

from dataclasses import dataclass
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent / "cases"


@dataclass(frozen=True)
class Case:
    """`kind` says how it is measured: "start" and "memory" from outside, "script" by the script itself.

    `./x bench GROUP` measures the cases of a group; without a word it is the group "runtime".
    """

    name: str
    title: str
    kind: str = "script"
    unit: str = "ms"
    group: str = "runtime"
    # Another case's script, with other arguments.
    script_of: str = ""
    arguments: tuple = ()

    @property
    def script(self):
        return SCRIPTS / f"{self.script_of or self.name}.js"


CASES = [
    Case("hello", "start and print a line", kind="start"),
    Case("memory", "peak memory after printing a line", kind="memory", unit="MB"),
    Case("next-tick", "nextTick, a chain of 3 million"),
    Case("set-immediate", "setImmediate, a chain of 300,000"),
    Case("queue-microtask", "queueMicrotask, a chain of 3 million"),
    Case("await", "await, a million times"),
    Case("timers-run", "a million timers set and run"),
    Case("timers-clear", "a million timers set and cleared"),
    Case("read-file", "fs.readFile of 4 KiB, 50,000 times, 16 under way"),
    Case("stat", "fs.stat, 200,000 times, 16 under way"),
    Case("native-call", "performance.now(), 10 million calls out of JavaScript"),
    Case("await-call", "await of async functions that await, 500,000 times", group="promises"),
    Case("await-two", "two async functions that take turns, a million times each", group="promises"),
    Case("then-chain", "then, a chain of 500,000", group="promises"),
    Case("async-generator", "for await over an async generator, 500,000 values", group="promises"),
    Case("promise-all", "Promise.all of five, 200,000 times", group="promises"),
    Case("stream-transform", "a million small chunks through a Transform", group="streams"),
    Case("stream-pipe-bytes", "pipe, 1 GB in buffers of 64 KiB", group="streams"),
    Case("stream-objects", "pipe in object mode, a million objects", group="streams"),
    Case("stream-iterate", "for await over a million objects of a Readable", group="streams"),
    Case("stream-pipeline", "a pipeline of five stages, 300,000 chunks", group="streams"),
    Case("stream-create", "300,000 Readables made, read and ended", group="streams"),
    Case("stream-memory", "memory of an idle Duplex", unit="bytes", group="streams"),
    Case("web-through", "a million chunks through a TransformStream", group="webstreams"),
    Case("web-iterate", "for await over a ReadableStream of a million chunks", group="webstreams"),
    Case("web-tee", "tee, half a million chunks", group="webstreams"),
    Case("web-write", "writer.write(), awaited, a million times", group="webstreams"),
    Case("web-pipe-bytes", "pipeTo, 1 GB in chunks of 64 KiB", group="webstreams"),
    Case("worker-start", "100 workers made and ended, one after the other", group="worker"),
    Case("worker-echo", "a message to a worker and back, 20,000 times", group="worker"),
    Case("worker-flood", "100,000 messages to a worker", group="worker"),
    Case("worker-memory", "memory of an idle worker", unit="bytes", group="worker"),
    Case("net-echo", "TCP echo of 64 bytes, 30,000 times, one connection", group="net", arguments=(1, 30_000)),
    Case(
        "net-echo-64",
        "TCP echo of 64 bytes, 200,000 times, 64 connections",
        group="net",
        script_of="net-echo",
        arguments=(64, 200_000),
    ),
    Case("net-pump", "2 GiB over loopback, writes of 64 KiB", group="net"),
    Case("child-spawn", "spawn of /bin/true, 500 times, with its streams", group="child"),
    Case("child-spawn-many", "spawn of /bin/true, 500 times, 8 under way", group="child"),
    Case("child-spawn-sync", "spawnSync of /bin/true, 500 times", group="child"),
    Case("child-channel", "a message to a forked process and back, 50,000 times", group="child"),
    Case("child-channel-flood", "200,000 messages to a forked process", group="child"),
    Case("events-emit", "emit to one listener, 10 million times", group="events"),
    Case("events-emit-many", "emit to two and to ten listeners", group="events"),
    Case("events-once", "once and emit, a million times", group="events"),
    Case("events-add-remove", "listeners added and removed, 4 million", group="events"),
    Case("events-target", "EventTarget, Event and AbortController", group="events"),
    Case("buffer-create", "Buffers made in eleven ways, 300,000 rounds", group="buffer"),
    Case("buffer-text", "text to bytes and back, six encodings", group="buffer"),
    Case("buffer-bytes", "bytes compared, searched, filled, copied, 500,000 rounds", group="buffer"),
    Case("buffer-numbers", "numbers read and written, 20 million", group="buffer"),
    Case("dgram-echo", "a datagram there and back, 100,000 times", group="dgram"),
    Case("dgram-stream", "500,000 datagrams to another socket, 64 at a time", group="dgram"),
    Case("crypto-hash", "SHA-256 of 300,000 short texts, and of 1 MB 100 times", group="crypto"),
    Case("crypto-hmac", "HMAC of short texts, 180,000 times", group="crypto"),
    Case("crypto-gcm", "AES-GCM of 64 bytes there and back, 60,000 times", group="crypto", arguments=(64, 60_000)),
    Case(
        "crypto-gcm-large",
        "AES-GCM of 1 MB there and back, 200 times",
        group="crypto",
        script_of="crypto-gcm",
        arguments=(1 << 20, 200),
    ),
    Case("crypto-random", "16 random bytes, a number and a UUID, 300,000 times", group="crypto"),
    Case("crypto-scrypt", "scrypt, 40 times, four under way", group="crypto"),
    Case("crypto-pbkdf2", "PBKDF2 of 20,000 rounds, 20 times", group="crypto"),
    Case("tls-handshakes", "1,000 connections by TLS 1.3", group="tls", arguments=("full", 1_000)),
    Case(
        "tls-resumed",
        "1,000 connections by TLS 1.3 that go on with a session",
        group="tls",
        script_of="tls-handshakes",
        arguments=("resumed", 1_000),
    ),
    Case("https-requests", "20,000 requests by HTTPS, 16 connections", group="tls", arguments=(16, 20_000)),
    Case(
        "http2-requests",
        "20,000 requests by HTTP/2, 32 under way on a session",
        group="http2",
        arguments=("plain", 32, 20_000),
    ),
    Case(
        "http2-requests-tls",
        "20,000 requests by HTTP/2 over TLS, 32 under way on a session",
        group="http2",
        script_of="http2-requests",
        arguments=("tls", 32, 20_000),
    ),
    Case(
        "crypto-sign-rsa",
        "RSA signatures of 2048 bits, made and verified 600 times",
        group="crypto",
        script_of="crypto-sign",
        arguments=("rsa", 600),
    ),
    Case(
        "crypto-sign-ec",
        "P-256 signatures, made and verified 6,000 times",
        group="crypto",
        script_of="crypto-sign",
        arguments=("ec", 6_000),
    ),
    Case(
        "crypto-key-pair",
        "P-256 pairs of keys, 10,000, four under way",
        group="crypto",
        arguments=("ec", 10_000),
    ),
    Case("dgram-callbacks", "300,000 datagrams sent, each with a callback", group="dgram"),
    *(
        Case(
            f"zlib-{name}-{label}",
            f"{function} of {title}, {count:,} times",
            group="zlib",
            script_of="zlib-whole",
            arguments=(function, size, count),
        )
        for label, title, size, counts in (
            ("10m", "10 MB", 10_000_000, (2, 10, 2, 10, 5, 10)),
            ("1k", "1 KB", 1_000, (20_000, 50_000, 10_000, 50_000, 20_000, 50_000)),
        )
        for (name, function), count in zip(
            (
                ("gzip", "gzipSync"),
                ("gunzip", "gunzipSync"),
                ("brotli", "brotliCompressSync"),
                ("unbrotli", "brotliDecompressSync"),
                ("zstd", "zstdCompressSync"),
                ("unzstd", "zstdDecompressSync"),
            ),
            counts,
        )
    ),
    Case("zlib-callbacks", "gzip of 4 KB with a callback, 20,000 times, 8 under way", group="zlib"),
    *(
        Case(f"modules-{way}", f"a thousand small modules, by {way}", group="modules", script_of="modules-load", arguments=(way,))
        for way in ("require", "import")
    ),
    Case("zlib-stream", "createGzip and createGunzip, 100 MB in chunks of 64 KiB", group="zlib"),
]

GROUPS = list(dict.fromkeys(case.group for case in CASES))
