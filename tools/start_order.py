#!/usr/bin/env python3
"""Writes crates/cli/start-order.txt: the engine's functions that a start calls, then those that a server calls besides.

The linker puts them side by side, so that a start, and a server, touch few pages of the program. To be made anew when
the engine changes: build, then run this with the program; it needs valgrind, and takes some minutes.

    tools/start_order.py target/release/rondo
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ORDER = os.path.join(ROOT, "crates", "cli", "start-order.txt")
START = "console.log('start'); setTimeout(() => Promise.resolve().then(() => console.log('end')), 1);"
# A server and its clients, long enough for all compilers and collectors to have their turn.
SERVER = """
const fs = require('fs');
const http = require('http');
const server = http.createServer((request, response) => {
  if (request.url === '/file') return fs.createReadStream(process.argv[1]).pipe(response);
  let size = 0;
  request.on('data', (chunk) => { size += chunk.length; });
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ size, list: [1, 2, { name: request.url }] }));
  });
});
const agent = new http.Agent({ keepAlive: true });
async function ask(method, path, body) {
  const { port } = server.address();
  await new Promise((resolve, reject) => {
    const request = http.request({ port, method, path, agent }, (response) => {
      response.setEncoding('utf8');
      response.on('data', () => {});
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
}
server.listen(0, async () => {
  for (let i = 0; i < 1200; i++) {
    await Promise.all([ask('GET', '/'), ask('POST', '/', 'x'.repeat(2000)), ask('GET', i % 8 ? '/hello' : '/file')]);
  }
  agent.destroy();
  server.close();
});
"""


def profile(program, source, folder):
    """Runs a script under callgrind and gives the lines of its report."""
    report = os.path.join(folder, "report")
    script = os.path.join(folder, "start.js")
    with open(script, "w", encoding="utf-8") as file:
        file.write(source)
    # The first run fills the code cache.
    subprocess.run([program, script], check=True, stdout=subprocess.DEVNULL)
    valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={report}"]
    print("running the program under valgrind", file=sys.stderr)
    subprocess.run(
        [*valgrind, program, script],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with open(report, encoding="utf-8") as file:
        return file.read().splitlines()


def functions(lines, program):
    """The names of the program's own functions. The report gives a name once, then a number for it."""
    known = {"ob": {}, "fn": {}}
    in_program = False
    names = set()
    for line in lines:
        match = re.match(r"c?(ob|fn)=\((\d+)\)(?: (.*))?$", line)
        if not match:
            continue
        kind, number, name = match.groups()
        if name:
            known[kind][number] = name
        if line.startswith("ob="):
            in_program = known["ob"][number] == program
        elif line.startswith("fn=") and in_program:
            names.add(re.sub(r"'\d+$", "", known["fn"][number]))
    return names


def is_stable(name):
    """Names of Rust functions have a hash that changes with every build."""
    return not name.startswith(("_R", "0x")) and not re.search(r"17h[0-9a-f]{16}E", name)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        start, server = (functions(profile(program, source, folder), program) for source in (START, SERVER))
    chosen = [*sorted(filter(is_stable, start)), *sorted(filter(is_stable, server - start))]
    with open(ORDER, "w", encoding="utf-8") as file:
        file.writelines(f"{name}\n" for name in chosen)
    print(f"{len(chosen)} functions in {os.path.relpath(ORDER, ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
