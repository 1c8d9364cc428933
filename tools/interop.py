#!/usr/bin/env python3
"""Lets rondo talk to programs that others wrote: openssl, curl, nghttp, h2load, nghttpd, gzip, brotli, zstd, ssh-keygen.

Each check has one of them make something that rondo reads, or read what rondo made, over a connection or in a file.
tools/interop/side.js is rondo's side. Missing programs are installed with apt-get.
"""

import argparse
import contextlib
import hashlib
import os
import re
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import packages
from terminal import Failure

SIDE = ROOT / "tools" / "interop" / "side.js"
KEYS = ROOT / "tests" / "modules" / "fixtures" / "tls"
# The package of each program that is needed.
PROGRAMS = {
    "openssl": "openssl", "curl": "curl", "nghttp": "nghttp2-client", "h2load": "nghttp2-client",
    "nghttpd": "nghttp2-server", "gzip": "gzip", "brotli": "brotli", "zstd": "zstd", "ssh-keygen": "openssh-client",
}
TIMEOUT_SECONDS = 60
SENTENCE = b"The quick brown fox jumps over the lazy dog. "
CHECKS = []


def check(function):
    """Makes a function with a line of documentation a check."""
    CHECKS.append(function)
    return function


class Wrong(Exception):
    """What did not come out as it should."""


def must(condition, shown):
    if not condition:
        raise Wrong(str(shown)[-600:])


class Bench:
    """The program under test, and a folder to work in."""

    def __init__(self, rondo, folder):
        self.rondo = rondo
        self.folder = Path(folder)

    def call(self, *command, given=None, fails=False):
        """What a program prints; it must end well."""
        done = subprocess.run(
            [str(word) for word in command], input=given, capture_output=True, cwd=self.folder, timeout=TIMEOUT_SECONDS
        )
        must(fails or done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def side(self, *words):
        return self.call(self.rondo, SIDE, *words).decode()

    @contextlib.contextmanager
    def server(self, *words):
        """A server of rondo's, for as long as it is needed: gives its port."""
        command = [self.rondo, str(SIDE), *words]
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            yield int(child.stdout.readline())
        finally:
            child.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(5)
            child.kill()
            child.wait()
            child.stdout.close()

    @contextlib.contextmanager
    def other(self, *command, ready):
        """A server that others wrote; it is there when it prints a line that matches, whose group is its port."""
        words = [str(word) for word in command]
        child = subprocess.Popen(words, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            for line in child.stdout:
                found = re.search(ready, line.decode(errors="replace"))
                if found:
                    yield found[1]
                    break
            else:
                raise Wrong(f"{command[0]} did not start")
        finally:
            child.kill()
            child.wait()
            child.stdin.close()
            child.stdout.close()

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content)
        return path


def body(length):
    return (SENTENCE * (length // len(SENTENCE) + 1))[:length]


def digest(content):
    return hashlib.sha256(content).hexdigest()


def mixed(length):
    """Bytes of which some repeat and some do not."""
    random = hashlib.shake_256(b"rondo").digest(length // 2)
    return random + body(length - len(random))


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


# TLS.


def s_client(bench, port, version, *more, lines=b"hello\n"):
    command = ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-CAfile", KEYS / "ca.pem", f"-{version}", *more]
    child = subprocess.Popen(
        [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=bench.folder
    )
    shown = b""
    try:
        child.stdin.write(lines)
        child.stdin.flush()
        # It ends when its input does, and would not wait for an answer.
        for line in child.stdout:
            shown += line
            if b"HELLO" in line:
                break
        child.stdin.close()
        return (shown + child.stdout.read()).decode(errors="replace")
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def check_s_client(bench, version, protocol):
    with bench.server("tls-server", protocol) as port:
        named = ["-cert", KEYS / "client.pem", "-key", KEYS / "client.key", "-alpn", "rondo/1"]
        shown = s_client(bench, port, version, *named, "-sess_out", "session.pem")
        must("Verify return code: 0" in shown and "ALPN protocol: rondo/1" in shown, shown)
        must(f"{protocol} rondo/1" in shown and " true" in shown, shown)
        again = s_client(bench, port, version, *named, "-sess_in", "session.pem")
        must("Reused, " in again, again)


@check
def openssl_s_client_with_tls_1_3(bench):
    check_s_client(bench, "tls1_3", "TLSv1.3")


@check
def openssl_s_client_with_tls_1_2(bench):
    check_s_client(bench, "tls1_2", "TLSv1.2")


def check_s_server(bench, version):
    identity = ["-cert", KEYS / "server.pem", "-key", KEYS / "server.key"]
    with bench.other("openssl", "s_server", "-accept", "127.0.0.1:0", *identity, "-rev", ready=r"ACCEPT 127\.0\.0\.1:(\d+)") as port:
        lines = bench.side("tls-client", port, version).splitlines()
        must(lines == [f"{version} true {reused} olleh" for reused in ("false", "true")], lines)


@check
def openssl_s_server_with_tls_1_3(bench):
    check_s_server(bench, "TLSv1.3")


@check
def openssl_s_server_with_tls_1_2(bench):
    check_s_server(bench, "TLSv1.2")


# HTTP.


def curl(bench, url, *options):
    return bench.call("curl", "-sS", "--fail", "--cacert", KEYS / "ca.pem", *options, url)


def check_curl(bench, kind, scheme, version, *options):
    with bench.server(kind) as port:
        # The certificate is that of a name.
        place = ["--resolve", f"server.test:{port}:127.0.0.1", *options]
        base = f"{scheme}://server.test:{port}"
        hello = curl(bench, f"{base}/hello", *place)
        must(hello == f"GET /hello HTTP/{version}\n".encode(), hello)
        must(curl(bench, f"{base}/bytes/3000000", *place) == body(3_000_000), "a long body came otherwise")
        sent = bench.file("sent", mixed(5_000_000))
        got = curl(bench, f"{base}/digest", *place, "--data-binary", f"@{sent}")
        must(got.decode() == digest(sent.read_bytes()), got)
        must(curl(bench, f"{base}/headers/4000", *place, "-H", "x-sent: a, b") == b"a, b", "a field came otherwise")
        must(b"x-after: the body" in curl(bench, f"{base}/trailers", *place, "-D", "-").lower(), "no trailers")


@check
def curl_with_http_1_1_over_tls(bench):
    check_curl(bench, "https-server", "https", "1.1", "--http1.1")


@check
def curl_with_http_2_over_tls(bench):
    check_curl(bench, "https2-server", "https", "2.0", "--http2")


@check
def curl_with_http_1_1_on_a_server_of_http_2(bench):
    check_curl(bench, "https2-server", "https", "1.1", "--http1.1")


@check
def curl_with_http_2_and_no_tls(bench):
    check_curl(bench, "http2-server", "http", "2.0", "--http2-prior-knowledge")


@check
def nghttp_asks_for_several_at_once(bench):
    with bench.server("http2-server") as port:
        urls = [f"http://127.0.0.1:{port}/bytes/{length}" for length in (1, 100_000, 1_000_000)]
        got = bench.call("nghttp", *urls)
        must(sorted(got) == sorted(body(1) + body(100_000) + body(1_000_000)), f"{len(got)} bytes")


@check
def nghttp_with_padding_and_small_windows(bench):
    with bench.server("http2-server") as port:
        sent = bench.file("sent", mixed(300_000))
        url = f"http://127.0.0.1:{port}"
        got = bench.call("nghttp", "-b", "100", "-w", "10", "-W", "10", "-d", sent, f"{url}/digest")
        must(got.decode() == digest(sent.read_bytes()), got)


def check_h2load(bench, kind, scheme):
    with bench.server(kind) as port:
        shown = bench.call("h2load", "-n", "3000", "-c", "8", "-m", "20", f"{scheme}://127.0.0.1:{port}/hello").decode()
        must("3000 succeeded, 0 failed" in shown and "3000 2xx" in shown, shown)


@check
def h2load_without_tls(bench):
    check_h2load(bench, "http2-server", "http")


@check
def h2load_with_tls(bench):
    check_h2load(bench, "https2-server", "https")


@check
def nghttpd_answers(bench):
    files = {"small": body(10), "large": mixed(2_000_000)}
    for name, content in files.items():
        bench.file(name, content)
    served = ["-v", "-d", bench.folder, free_port(), KEYS / "server.key", KEYS / "server.pem"]
    with bench.other("nghttpd", "--address=127.0.0.1", *served, ready=r"listen .*?:(\d+)") as port:
        lines = bench.side("http2-client", f"https://127.0.0.1:{port}", "/small", "/large", "/missing").splitlines()
        for line, (name, content) in zip(lines, files.items()):
            must(line == f"/{name} 200 {len(content)} {digest(content)}", line)
        must(lines[2].startswith("/missing 404"), lines)


# Compression.


def check_program(bench, name, compress, expand, one, other):
    plain = bench.file("plain", mixed(2_000_000))
    (bench.folder / "theirs").write_bytes(bench.call(*compress, given=plain.read_bytes()))
    bench.side("expand", other, "theirs", "back")
    must((bench.folder / "back").read_bytes() == plain.read_bytes(), f"what {name} made is read otherwise")
    bench.side("compress", one, "plain", "ours")
    ours = (bench.folder / "ours").read_bytes()
    must(bench.call(*expand, given=ours) == plain.read_bytes(), f"{name} reads otherwise")


@check
def gzip_there_and_back(bench):
    check_program(bench, "gzip", ["gzip", "-c", "-9"], ["gzip", "-dc"], "gzip", "Gunzip")
    members = bench.call("gzip", "-c", given=b"one ") + bench.call("gzip", "-c", given=b"two")
    bench.file("members", members)
    bench.side("expand", "Gunzip", "members", "both")
    must((bench.folder / "both").read_bytes() == b"one two", "members are read otherwise")


@check
def brotli_there_and_back(bench):
    check_program(bench, "brotli", ["brotli", "-c", "-q", "5", "-"], ["brotli", "-dc", "-"], "brotliCompress", "BrotliDecompress")


@check
def zstd_there_and_back(bench):
    check_program(bench, "zstd", ["zstd", "-c", "-9"], ["zstd", "-dc"], "zstdCompress", "ZstdDecompress")


# Keys.


@check
def keys_of_ssh_keygen(bench):
    for kind, more in (("rsa", ["-b", "2048", "-m", "PEM"]), ("ecdsa", ["-b", "256", "-m", "PKCS8"]), ("rsa", ["-m", "PKCS8"])):
        for passphrase in ("", "secret"):
            name = f"{kind}{len(more)}{more[-1]}{passphrase}"
            bench.call("ssh-keygen", "-q", "-t", kind, *more, "-N", passphrase, "-f", name)
            theirs = bench.call("ssh-keygen", "-e", "-m", "PKCS8", "-f", f"{name}.pub").decode()
            must(bench.side("public-of", name, passphrase).split() == theirs.split(), theirs)


KINDS = {
    "rsa": '{"modulusLength": 2048}', "ec": '{"namedCurve": "P-384"}', "ed25519": "{}", "x25519": "{}", "ed448": "{}",
}


@check
def openssl_reads_keys(bench):
    for kind, options in KINDS.items():
        bench.side("new-key", kind, options, f"{kind}.pem", "secret")
        theirs = bench.call("openssl", "pkey", "-in", f"{kind}.pem", "-passin", "pass:secret", "-pubout").decode()
        must(bench.side("public-of", f"{kind}.pem", "secret") == theirs, theirs)


@check
def openssl_signs_and_verifies(bench):
    data = bench.file("data", mixed(10_000))
    for name, options in (("RSA", []), ("EC", ["-pkeyopt", "ec_paramgen_curve:P-256"])):
        bench.call("openssl", "genpkey", "-algorithm", name, *options, "-out", f"{name}.pem")
        bench.call("openssl", "pkey", "-in", f"{name}.pem", "-pubout", "-out", f"{name}.pub")
        bench.call("openssl", "dgst", "-sha256", "-sign", f"{name}.pem", "-out", "theirs", data)
        must(bench.side("verify", "sha256", f"{name}.pub", data, "theirs") == "true\n", f"a signature of {name}")
        bench.side("sign", "sha256", f"{name}.pem", data, "ours")
        shown = bench.call("openssl", "dgst", "-sha256", "-verify", f"{name}.pub", "-signature", "ours", data)
        must(b"Verified OK" in shown, shown)
    bench.call("openssl", "genpkey", "-algorithm", "ed25519", "-out", "ed.pem")
    bench.side("sign", "-", "ed.pem", data, "ours")
    bench.call("openssl", "pkeyutl", "-verify", "-inkey", "ed.pem", "-rawin", "-in", data, "-sigfile", "ours")


@check
def openssl_encrypts(bench):
    plain = bench.file("plain", mixed(100_000))
    bench.call("openssl", "enc", "-aes-256-cbc", "-pbkdf2", "-pass", "pass:secret", "-in", plain, "-out", "sealed")
    bench.side("decrypt", "secret", "sealed", "open")
    must((bench.folder / "open").read_bytes() == plain.read_bytes(), "it is read otherwise")


@check
def archives_and_certificates_of_openssl(bench):
    certificate = KEYS / "server.pem"
    identity = ["-inkey", KEYS / "server.key", "-in", certificate]
    bench.call("openssl", "pkcs12", "-export", *identity, "-passout", "pass:secret", "-out", "both.p12")
    must(bench.side("pfx", "both.p12", "secret") == "taken\n", "the archive is refused")
    theirs = bench.call("openssl", "x509", "-in", certificate, "-noout", "-fingerprint", "-sha256", "-serial").decode()
    theirs = [line.partition("=")[2] for line in theirs.splitlines()]
    must(bench.side("certificate", certificate).split() == theirs, theirs)


def need_programs():
    missing = {PROGRAMS[name] for name in packages.missing_commands(*PROGRAMS)}
    if missing:
        packages.install(sorted(missing), "to talk to them")


def main(arguments):
    parser = argparse.ArgumentParser(
        prog="./x interop", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only checks with one of these in their name")
    parser.add_argument("--rondo", default=str(ROOT / "target" / "release" / "rondo"), metavar="FILE", help="the program")
    options = parser.parse_args(arguments)
    need_programs()
    failed = 0
    for function in CHECKS:
        name = function.__name__.replace("_", " ")
        if options.words and not any(word in name for word in options.words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(Bench(os.path.abspath(options.rondo), folder))
                print(f"ok    {name}", flush=True)
            except (Wrong, subprocess.TimeoutExpired, ValueError, OSError) as error:
                failed += 1
                print(f"FAIL  {name}\n      {error}", flush=True)
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as failure:
        sys.exit(f"x: {failure}")
