//! `rondo replay`: recorded runs come back as they were, without the world; others are told from them.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("rondo-replay-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(path.join("empty")).unwrap();
        std::fs::create_dir_all(path.join("world")).unwrap();
        Folder(path)
    }

    fn recording(&self) -> PathBuf {
        self.0.join("run.rondo")
    }

    /// Where the recorded program runs, with all its files.
    fn world(&self) -> PathBuf {
        self.0.join("world")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn rondo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_rondo"))
}

/// What a program is run with: its text, and what comes on standard input.
fn record(folder: &Folder, script: &str, input: &str) -> Output {
    std::fs::write(folder.world().join("app.js"), script).unwrap();
    let option = format!("--record={}", folder.recording().display());
    let mut child = rondo()
        .args([&option, "app.js", "argument"])
        .current_dir(folder.world())
        .env("RONDO_TEST", "recorded")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that does not read may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().unwrap()
}

fn replay_with(folder: &Folder, options: &[&str]) -> Output {
    rondo()
        .arg("replay")
        .args(options)
        .arg(folder.recording())
        .current_dir(folder.0.join("empty"))
        .env_remove("RONDO_TEST")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Replays a recording when all that the program used is gone, and compares.
fn assert_comes_back(folder: &Folder, recorded: &Output) {
    std::fs::remove_dir_all(folder.world()).unwrap();
    let replayed = replay_with(folder, &[]);
    assert_eq!(text(&replayed.stdout), text(&recorded.stdout));
    assert_eq!(text(&replayed.stderr), text(&recorded.stderr));
    assert_eq!(replayed.status, recorded.status);
    assert!(is_empty(&folder.0.join("empty")));
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

fn comes_back(name: &str, script: &str) {
    comes_back_with(name, script, "");
}

fn comes_back_with(name: &str, script: &str, input: &str) {
    let folder = Folder::new(name);
    let recorded = record(&folder, script, input);
    assert!(!recorded.stdout.is_empty(), "{}", text(&recorded.stderr));
    assert_comes_back(&folder, &recorded);
}

#[test]
fn clocks_chance_and_facts() {
    comes_back(
        "facts",
        r"
        const os = require('os'), crypto = require('crypto');
        console.log(Date.now(), new Date().toISOString(), performance.now(), process.hrtime(), process.hrtime.bigint());
        console.log(Math.random(), crypto.randomUUID(), crypto.randomBytes(16), crypto.randomInt(1e9));
        console.log(process.pid, process.ppid, process.cwd(), process.argv, process.execArgv, process.uptime());
        console.log(process.env.RONDO_TEST, process.memoryUsage(), process.cpuUsage(), process.umask(), process.getuid());
        console.log(os.hostname(), os.uptime(), os.loadavg(), os.freemem(), os.cpus(), os.networkInterfaces(), os.userInfo());
        crypto.randomBytes(8, (error, bytes) => console.log('later', bytes));
        crypto.generateKeyPair('ed25519', {}, (error, key) => console.log(key.export({ type: 'spki', format: 'pem' })));
        console.error('to standard error');
        process.exitCode = 5;
        ",
    );
}

#[test]
fn timers_and_tasks() {
    comes_back(
        "timers",
        r"
        const start = Date.now();
        let ticks = 0;
        const interval = setInterval(() => { if (++ticks === 4) clearInterval(interval); }, 50);
        setTimeout(() => console.log('never'), 10000).unref();
        setTimeout(() => console.log('after', Date.now() - start, ticks), 400);
        setImmediate(() => console.log('immediate'));
        Promise.resolve().then(() => console.log('microtask'));
        process.nextTick(() => console.log('tick'));
        ",
    );
}

#[test]
fn files_in_every_way() {
    comes_back(
        "files",
        r"
        const fs = require('fs');
        fs.mkdirSync('a/b', { recursive: true });
        fs.writeFileSync('a/big', Buffer.alloc(300000, 'ab'));
        fs.createReadStream('a/big').pipe(fs.createWriteStream('a/copy')).on('finish', () => {
          console.log(fs.statSync('a/copy'), fs.readdirSync('a', { withFileTypes: true }).map((entry) => [entry.name, entry.isFile()]));
          fs.rm('a', { recursive: true }, (error) => console.log('gone', error, fs.existsSync('a')));
        });
        fs.readFile('missing', (error) => console.log(error.message));
        try { fs.openSync('missing'); } catch (error) { console.log(error.message, error.code); }
        const fd = fs.openSync(__filename), bytes = Buffer.alloc(10);
        console.log(fd, fs.readSync(fd, bytes), String(bytes), fs.fstatSync(fd).size);
        fs.read(fd, Buffer.alloc(5), 0, 5, 3, (error, count, buffer) => { console.log(count, String(buffer)); fs.closeSync(fd); });
        fs.readv(fd, [Buffer.alloc(3), Buffer.alloc(4)], (error, count, [one, two]) => console.log(count, String(one), String(two)));
        (async () => {
          const handle = await fs.promises.open(__filename);
          for await (const line of handle.readLines()) { console.log(line.length); break; }
          for await (const entry of await fs.promises.opendir('.')) console.log(entry.name);
          console.log(await fs.promises.realpath('.'), await fs.promises.mkdtemp('x-'), (await fs.promises.stat('/')).ino);
          await fs.promises.rename('nothing', 'else').catch((error) => console.log(error.message));
        })();
        ",
    );
}

#[test]
fn what_the_kernel_knows_of_files() {
    comes_back(
        "known-files",
        r"
        const fs = require('fs/promises');
        require('fs').symlinkSync(__filename, 'link');
        const late = setTimeout(() => console.log('late'), 20);
        (async () => {
          const handle = await fs.open(__filename);
          for (let i = 0; i < 100; i++) {
            const all = await Promise.all([fs.stat(__filename), fs.lstat('link'), handle.stat(), fs.stat('.')]);
            if (i % 25 === 0) console.log(all.map((stat) => [stat.ino, stat.size, stat.atimeMs, stat.isSymbolicLink()]));
            if (i === 50) await new Promise((resolve) => setTimeout(resolve, 3));
          }
          await handle.close();
          await fs.unlink('link');
          console.log(await fs.stat('link').catch((error) => error.message));
        })();
        ",
    );
}

#[test]
fn scripts_that_are_stopped() {
    comes_back(
        "stopped",
        r#"
        const vm = require('vm');
        const { spawn } = require('child_process');
        const tell = (run) => { try { console.log(run()); } catch (error) { console.log(error.code); } };
        const signalSoon = () => spawn('sh', ['-c', `sleep 0.1; kill -INT ${process.pid}`], { stdio: 'ignore' }).unref();
        tell(() => vm.runInThisContext('while (true);', { timeout: 50 }));
        tell(() => vm.runInThisContext('1 + 1', { timeout: 50, breakOnSigint: true }));
        tell(() => vm.runInNewContext('signalSoon(); while (true);', { signalSoon }, { breakOnSigint: true, timeout: 60000 }));
        const isAfter = { timeout: 50, microtaskMode: 'afterEvaluate' };
        tell(() => vm.runInNewContext('Promise.resolve().then(() => { while (true); })', {}, isAfter));
        const inner = () => tell(() => vm.runInThisContext('while (true);', { timeout: 20 }));
        tell(() => vm.runInNewContext('inner(); 3', { inner }, { timeout: 60000 }));
        const both = () => vm.runInNewContext('for (;;);', {}, { timeout: 60000 });
        tell(() => vm.runInNewContext('try { both() } catch (error) { error.code }', { both }, { timeout: 50 }));
        setTimeout(() => vm.runInNewContext('end(3)', { end: process.exit }, { timeout: 60000 }), 5);
        "#,
    );
}

#[test]
fn modules_and_imports() {
    let folder = Folder::new("modules");
    std::fs::create_dir_all(folder.world().join("node_modules/pack")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.world().join(name), text).unwrap();
    write("node_modules/pack/package.json", r#"{ "main": "it.js" }"#);
    write("node_modules/pack/it.js", "module.exports = 'pack';");
    write(
        "other.mjs",
        "export default import.meta.url; console.log('imported');",
    );
    let script = "console.log(require('pack')); import('./other.mjs').then((it) => console.log(it.default));";
    let recorded = record(&folder, script, "");
    assert_comes_back(&folder, &recorded);
}

#[test]
fn a_server_and_its_clients_in_one_process() {
    comes_back(
        "http",
        r"
        const http = require('http');
        const server = http.createServer((request, response) => {
          let count = 0;
          request.on('data', (data) => { count += data.length; });
          request.on('end', () => response.end(`${request.url} ${count}`));
        }).listen(0, () => {
          let left = 5;
          for (let i = 0; i < 5; i++) {
            const options = { port: server.address().port, path: `/${i}`, method: 'POST' };
            http.request(options, (response) => {
              let body = '';
              response.on('data', (data) => { body += data; });
              response.on('end', () => {
                console.log(body, response.headers.date, response.socket.localPort);
                if (--left === 0) server.close();
              });
            }).end(Buffer.alloc(100000 * i));
          }
        });
        http.get('http://127.0.0.1:9').on('error', (error) => console.log(error.code));
        ",
    );
}

#[test]
fn much_data_through_sockets_and_pipes() {
    comes_back(
        "echo",
        r"
        const net = require('net'), path = require('path');
        for (const where of [0, path.join(process.cwd(), 'socket')]) {
          const server = net.createServer((socket) => socket.pipe(socket)).listen(where, () => {
            let left = 3;
            for (let i = 0; i < 3; i++) {
              const client = net.connect(where || server.address().port);
              let count = 0;
              client.on('data', (data) => { count += data.length; console.log(i, data.length); });
              client.on('end', () => { console.log('end', i, count); if (--left === 0) server.close(); });
              client.end(Buffer.alloc(400 * 1024, i));
            }
          });
        }
        ",
    );
}

#[test]
fn a_server_with_clients_from_outside() {
    let folder = Folder::new("outside");
    let script = r"
        const server = require('http').createServer((request, response) => {
          console.log(request.url, request.socket.remotePort);
          response.end('hello');
          if (request.url === '/last') server.close();
        }).listen(0, '127.0.0.1', () => require('fs').writeFileSync('port', String(server.address().port)));
    ";
    std::fs::write(folder.world().join("app.js"), script).unwrap();
    let child = rondo()
        .args([
            &format!("--record={}", folder.recording().display()),
            "app.js",
        ])
        .current_dir(folder.world())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let port = loop {
        let written = std::fs::read_to_string(folder.world().join("port")).unwrap_or_default();
        match written.parse::<u16>() {
            Ok(port) => break port,
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    for name in ["first", "second", "last"] {
        let mut socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
        write!(
            socket,
            "GET /{name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("hello"));
    }
    let recorded = child.wait_with_output().unwrap();
    assert_eq!(text(&recorded.stdout).lines().count(), 3);
    assert_comes_back(&folder, &recorded);
}

#[test]
fn datagrams_and_names() {
    comes_back(
        "datagrams",
        r"
        const dgram = require('dgram'), dns = require('dns');
        const one = dgram.createSocket('udp4'), other = dgram.createSocket('udp4');
        let count = 0;
        one.on('message', (message, from) => { console.log(String(message), from); one.send(`re ${message}`, from.port); });
        other.on('message', (message) => { console.log(String(message)); if (++count === 20) { one.close(); other.close(); } });
        one.bind(0, () => { for (let i = 0; i < 20; i++) other.send(`m${i}`, one.address().port, '127.0.0.1'); });
        dns.lookup('localhost', { all: true }, (error, all) => console.log(error, all));
        dns.lookup('nothing.invalid', (error) => console.log(error.code));
        ",
    );
}

#[test]
fn children() {
    comes_back(
        "children",
        r"
        const { spawn, exec, execSync, spawnSync, fork } = require('child_process');
        if (process.argv[2] === 'child') {
          process.on('message', (message) => { process.send({ got: message }); process.disconnect(); });
          return;
        }
        const child = spawn('sh', ['-c', 'echo out; echo err >&2; cat; exit 3']);
        child.stdout.on('data', (data) => console.log('out', String(data)));
        child.stderr.on('data', (data) => console.log('err', String(data)));
        child.on('close', (code, signal) => console.log('close', code, signal, child.pid));
        child.stdin.end('through cat');
        exec('echo $$', (error, output) => console.log('exec', output));
        console.log(String(execSync('echo $$')), spawnSync('sh', ['-c', 'exit 4']).status);
        spawn('no such program').on('error', (error) => console.log(error.message));
        const slow = spawn('sleep', ['100']);
        slow.on('exit', (code, signal) => console.log('killed', code, signal));
        setTimeout(() => slow.kill(), 20);
        const forked = fork(__filename, ['child']);
        forked.on('message', (message) => console.log('message', message));
        forked.on('exit', (code) => console.log('forked', code));
        forked.send({ hello: 1 });
        ",
    );
}

#[test]
fn signals_that_are_heard_and_one_that_ends_it() {
    comes_back(
        "signals",
        r"
        process.on('SIGUSR2', () => {
          console.log('heard');
          process.kill(process.pid, 'SIGTERM');
        });
        setTimeout(() => process.kill(process.pid, 'SIGUSR2'), 20);
        setInterval(() => {}, 1000);
        ",
    );
}

#[test]
fn standard_input() {
    comes_back_with(
        "stdin",
        "process.stdin.on('data', (data) => console.log(String(data))).on('end', () => console.log('end'));",
        "some\nlines\n",
    );
}

#[test]
fn watches_of_files() {
    comes_back(
        "watch",
        r"
        const fs = require('fs');
        const watch = fs.watch('.', (what, name) => console.log(what, name));
        setTimeout(() => fs.writeFileSync('new', ''), 20);
        setTimeout(() => { fs.unlinkSync('new'); fs.writeFileSync('end', ''); }, 50);
        setTimeout(() => watch.close(), 200);
        fs.watchFile('polled', { interval: 20 }, (now) => { console.log('polled', now.size); fs.unwatchFile('polled'); });
        setTimeout(() => fs.writeFileSync('polled', 'x'), 60);
        ",
    );
}

#[test]
fn errors_that_nobody_catches() {
    comes_back(
        "errors",
        "console.log('before'); setTimeout(() => { throw new Error(`at ${Date.now()}`); }, 5);",
    );
}

#[test]
fn a_changed_script_is_stopped_where_it_departs() {
    let folder = Folder::new("changed");
    let script = "console.log('one');\nsetTimeout(() => console.log('two', Date.now()), 5);\nsetTimeout(() => console.log('three'), 30);\n";
    let recorded = record(&folder, script, "");
    assert_eq!(recorded.status.code(), Some(0));
    let same = replay_with(&folder, &["--changed"]);
    assert_eq!(text(&same.stdout), text(&recorded.stdout));
    // A line more changes nothing that happens.
    let path = folder.world().join("app.js");
    std::fs::write(&path, format!("// a comment\n{script}")).unwrap();
    let same = replay_with(&folder, &["--changed"]);
    assert_eq!(
        (same.status.code(), same.stdout),
        (Some(0), recorded.stdout)
    );
    std::fs::write(&path, script.replace("'two'", "'2'")).unwrap();
    let departed = replay_with(&folder, &["--changed"]);
    assert_eq!(departed.status.code(), Some(3));
    assert_eq!(text(&departed.stdout), "one\n");
    let told = text(&departed.stderr);
    assert!(told.contains("departs from the recording"), "{told}");
    assert!(told.contains("app.js:2:"), "{told}");
    // Without the option the sources are those of the recording.
    assert_eq!(replay_with(&folder, &[]).status.code(), Some(0));
    std::fs::write(&path, "setImmediate(() => {});").unwrap();
    let departed = replay_with(&folder, &["--changed"]);
    assert_eq!(
        departed.status.code(),
        Some(3),
        "{}",
        text(&departed.stderr)
    );
}

#[test]
fn a_replay_stops_at_an_event() {
    let folder = Folder::new("until");
    let script = "setTimeout(() => console.log('first'), 5);\nsetTimeout(() => console.log('second'), 5000);\n";
    // The second timer is not waited for: what is recorded until then is enough.
    record(&folder, &script.replace("5000", "50"), "");
    let bytes = std::fs::read(folder.recording()).unwrap();
    let recording = rondo_record::Recording::parse(&bytes).unwrap();
    let printed = recording.events().position(|(_, event)| {
        matches!(event, rondo_record::Event::Output { bytes, .. } if bytes == b"first\n")
    });
    let number = (printed.unwrap() + 1).to_string();
    let stopped = replay_with(&folder, &["--until", &number]);
    let told = text(&stopped.stderr);
    assert_eq!(stopped.status.code(), Some(0), "{told}");
    assert!(
        told.contains(&format!("stopped at event {number}")),
        "{told}"
    );
    assert!(
        told.contains("phase timers") && told.contains("app.js:1:"),
        "{told}"
    );
    assert!(
        told.contains("waits: Timeout") && told.contains("app.js:2:"),
        "{told}"
    );
}

#[test]
fn worker_threads() {
    comes_back(
        "workers",
        r"
        const { Worker, isMainThread, parentPort, workerData, MessageChannel } = require('worker_threads');
        if (isMainThread) {
          const workers = [1, 2, 3].map((number) => new Worker(__filename, { workerData: number }));
          const { port1, port2 } = new MessageChannel();
          for (const worker of workers) {
            worker.on('message', (message) => console.log(message));
            worker.on('error', (error) => console.log('failed', error.message));
            worker.on('exit', (code) => console.log('exit', code));
          }
          port1.on('message', (message) => { console.log('port', message); port1.close(); });
          workers[0].postMessage({ port: port2 }, [port2]);
          workers[1].postMessage('go on');
          workers[2].postMessage('throw');
        } else {
          console.log('in', workerData, process.argv.length, process.env.RONDO_TEST);
          require('fs').readFile(__filename, (error, data) => {
            parentPort.postMessage({ from: workerData, size: data.length, random: Math.random(), at: Date.now() });
          });
          let left = 3;
          const wait = setInterval(() => {
            parentPort.postMessage([workerData, left, process.hrtime.bigint()]);
            if (--left === 0) clearInterval(wait);
          }, 2);
          parentPort.once('message', (message) => {
            if (message.port) message.port.postMessage(Math.random());
            if (message === 'throw') throw new Error('thrown in a worker');
          });
        }
        ",
    );
}

#[test]
fn locks_that_threads_wait_for_and_files_that_they_leave_open() {
    comes_back(
        "locks",
        r"
        const { Worker, isMainThread, parentPort } = require('worker_threads');
        if (isMainThread) {
          const worker = new Worker(__filename);
          worker.once('message', async (message) => {
            console.log(message);
            await navigator.locks.request('name', { ifAvailable: true }, (lock) => console.log('at once', lock));
            const granted = navigator.locks.request('name', async (lock) => {
              console.log('granted', lock.name, (await navigator.locks.query()).held.length);
            });
            console.log((await navigator.locks.query()).pending.length);
            worker.postMessage('go on');
            await granted;
          });
        } else {
          require('fs').openSync(__filename);
          navigator.locks.request('name', async () => {
            parentPort.postMessage('held');
            await new Promise((resolve) => parentPort.once('message', resolve));
          });
        }
        ",
    );
}

#[test]
fn workers_that_are_ended_and_that_end_with_the_program() {
    comes_back(
        "ended-workers",
        r"
        const { Worker, isMainThread, parentPort, BroadcastChannel, threadId } = require('worker_threads');
        if (isMainThread) {
          const all = new BroadcastChannel('all');
          all.onmessage = ({ data }) => { console.log('heard', data); all.close(); };
          const busy = new Worker('for (;;);', { eval: true });
          const talks = new Worker(__filename);
          let count = 0;
          talks.on('message', (message) => {
            console.log(message);
            if (++count === 20) talks.terminate().then((code) => {
              console.log('ended', code);
              busy.terminate().then(() => {
                new Worker(__filename);
                setTimeout(() => process.exit(7), 60);
              });
            });
          });
        } else {
          new BroadcastChannel('all').postMessage('from ' + threadId);
          setInterval(() => parentPort.postMessage(performance.now()), 1);
        }
        ",
    );
}

#[test]
fn what_cannot_be_replayed_says_so() {
    let folder = Folder::new("cannot");
    let file = folder.recording();
    let option = format!("--record={}", file.display());
    let output = rondo()
        .args([&option, "--watch-loop", "-e", "console.log('over')"])
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout), "over\n");
    assert!(text(&output.stderr).contains("cannot be replayed: it has --watch-loop"));
    let replayed = replay_with(&folder, &[]);
    assert_eq!(replayed.status.code(), Some(3));
    assert!(text(&replayed.stderr).contains("cannot be replayed yet"));

    let output = rondo()
        .args([&option, "--record-last", "5", "-e", "1"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let replayed = replay_with(&folder, &[]);
    assert_eq!(replayed.status.code(), Some(70));
    assert!(text(&replayed.stderr).contains("--record-last"));
    std::fs::write(&file, "no recording").unwrap();
    assert_eq!(replay_with(&folder, &[]).status.code(), Some(70));
}

#[test]
fn a_recording_that_was_cut_off_is_replayed_as_far_as_it_goes() {
    let folder = Folder::new("cut");
    let recorded = record(
        &folder,
        "for (let i = 0; i < 5000; i++) console.log(i, Math.random());",
        "",
    );
    let bytes = std::fs::read(folder.recording()).unwrap();
    std::fs::write(folder.recording(), &bytes[..bytes.len() / 2]).unwrap();
    let replayed = replay_with(&folder, &[]);
    assert_eq!(replayed.status.code(), Some(3));
    assert!(
        text(&replayed.stderr).contains("cut off"),
        "{}",
        text(&replayed.stderr)
    );
    assert!(recorded.stdout.starts_with(&replayed.stdout));
}

/// Records a program that another one kills once it is ready.
fn record_killed(folder: &Folder, script: &str, signal: &str) -> Vec<u8> {
    std::fs::write(folder.world().join("app.js"), script).unwrap();
    let mut child = rondo()
        .arg(format!("--record={}", folder.recording().display()))
        .arg("app.js")
        .current_dir(folder.world())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = vec![0; 6];
    let output = child.stdout.as_mut().unwrap();
    output.read_exact(&mut printed).unwrap();
    // What is written as it goes is in the file by then.
    std::thread::sleep(Duration::from_millis(200));
    let status = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
    printed.extend(child.wait_with_output().unwrap().stdout);
    printed
}

#[test]
fn a_program_that_was_killed_is_replayed_up_to_there() {
    let ticking = "let i = 0; console.log('ready'); setInterval(() => console.log(i++), 5);";
    for signal in ["TERM", "SEGV", "KILL"] {
        let folder = Folder::new(&format!("killed-{signal}"));
        let printed = record_killed(&folder, ticking, signal);
        let replayed = replay_with(&folder, &[]);
        assert!(text(&replayed.stderr).contains("cut off"), "{signal}");
        assert!(replayed.stdout.starts_with(b"ready\n0\n"), "{signal}");
        match signal {
            // Nobody could write what was in memory.
            "KILL" => assert!(printed.starts_with(&replayed.stdout)),
            _ => assert_eq!(text(&printed), text(&replayed.stdout)),
        }
    }
}

#[test]
fn a_program_that_was_killed_since_it_was_stuck_is_replayed_and_stopped_there() {
    let folder = Folder::new("stuck");
    let script = "setTimeout(() => {
  console.log('ready');
  for (let i = 0;;) i = Math.sqrt(i + 1);
}, 1);
";
    record_killed(&folder, script, "TERM");
    let replayed = replay_with(&folder, &[]);
    assert_eq!(replayed.status.code(), Some(3));
    assert_eq!(text(&replayed.stdout), "ready\n");
    let told = text(&replayed.stderr);
    assert!(
        told.contains("cut off") && told.contains("app.js:3:"),
        "{told}"
    );
}

#[test]
fn a_seeded_run_is_replayed_too() {
    let folder = Folder::new("seeded");
    let script = "setTimeout(() => console.log(Date.now(), Math.random()), 3600000); require('fs').stat('/', () => console.log('stat'));";
    std::fs::write(folder.world().join("app.js"), script).unwrap();
    let option = format!("--record={}", folder.recording().display());
    let recorded = rondo()
        .args(["--seed", "7", &option, "app.js"])
        .current_dir(folder.world())
        .output()
        .unwrap();
    assert_comes_back(&folder, &recorded);
}
