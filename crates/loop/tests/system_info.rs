//! What the system knows of itself, compared with what its files and commands say.

use std::fs::read_to_string;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rondo_loop::system::{self, ClockKind};

/// What a command prints, without the end of the line.
fn output(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_string()
}

/// Keeps the processor busy for a while.
fn work() {
    let start = Instant::now();
    let mut sum = 0u64;
    while start.elapsed() < Duration::from_millis(30) {
        sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(7));
    }
}

#[test]
fn every_processor_is_listed() {
    let before = system::cpus().unwrap();
    let stat = read_to_string("/proc/stat").unwrap();
    let is_cpu = |line: &&str| line.starts_with("cpu") && !line.starts_with("cpu ");
    assert_eq!(before.len(), stat.lines().filter(is_cpu).count());
    let info = read_to_string("/proc/cpuinfo").unwrap();
    for cpu in &before {
        assert!(cpu.model == "unknown" || info.contains(&cpu.model));
        assert!(cpu.times.user + cpu.times.sys + cpu.times.idle > 0);
    }
    work();
    let after = system::cpus().unwrap();
    assert!(
        before
            .iter()
            .zip(&after)
            .all(|(old, new)| new.times.user >= old.times.user)
    );
    let parallelism = system::available_parallelism();
    assert!((1..=before.len()).contains(&parallelism));
}

#[test]
fn the_load_is_what_the_file_says() {
    let text = || read_to_string("/proc/loadavg").unwrap();
    // It may change in between.
    let matches = || {
        let before = text();
        let load = system::load_average();
        let line = load.map(|load| format!("{load:.2}")).join(" ");
        before.starts_with(&line) || text().starts_with(&line)
    };
    assert!((0..5).any(|_| matches()));
}

#[test]
fn memory_adds_up() {
    let total = system::total_memory();
    let info = read_to_string("/proc/meminfo").unwrap();
    let line = format!("{} kB", total / 1024);
    assert!(
        info.lines()
            .any(|text| text.starts_with("MemTotal:") && text.ends_with(&line))
    );
    let free = system::free_memory();
    assert!(free > 0 && free < total);
    assert!(system::available_memory() <= total);
    assert_ne!(system::constrained_memory(), Some(0));
    let before = system::resident_memory().unwrap();
    assert!(before > 100_000 && before < total);
    // Without the box the compiler leaves the block out.
    let block = std::hint::black_box(vec![1u8; 64 << 20]);
    assert!(system::resident_memory().unwrap() > before + (32 << 20));
    drop(block);
}

#[test]
fn interfaces_have_their_addresses() {
    let all = system::interface_addresses().unwrap();
    let local = all
        .iter()
        .find(|one| one.ip == Ipv4Addr::LOCALHOST)
        .unwrap();
    assert!(local.is_internal && local.mac == [0; 6]);
    assert_eq!(local.netmask, IpAddr::from([255, 0, 0, 0]));
    assert_eq!(system::interface_index(&local.name).unwrap(), 1);
    assert_eq!(system::interface_name(1).unwrap(), local.name);
    for one in &all {
        assert_eq!(one.is_internal, one.ip.is_loopback());
        let file = format!("/sys/class/net/{}/address", one.name);
        if let Ok(mac) = read_to_string(file) {
            let ours = one.mac.map(|byte| format!("{byte:02x}")).join(":");
            assert_eq!(mac.trim(), ours, "{}", one.name);
        }
        if one.ip == Ipv6Addr::LOCALHOST {
            assert_eq!(one.netmask, IpAddr::from([0xffff; 8]));
        }
    }
    assert_eq!(
        system::interface_name(999_999).unwrap_err().raw_os_error(),
        Some(libc::ENXIO)
    );
    assert_eq!(
        system::interface_index("no such")
            .unwrap_err()
            .raw_os_error(),
        Some(libc::ENODEV)
    );
}

#[test]
fn the_system_has_its_name() {
    let name = system::uname();
    for (option, ours) in [
        ("-s", &name.sysname),
        ("-n", &name.nodename),
        ("-r", &name.release),
        ("-v", &name.version),
        ("-m", &name.machine),
    ] {
        assert_eq!(*ours, output("uname", &[option]));
    }
    assert_eq!(system::hostname(), name.nodename);
}

#[test]
fn the_clocks_go() {
    let file = || {
        let text = read_to_string("/proc/uptime").unwrap();
        text.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let (before, uptime, after) = (file(), system::uptime(), file());
    assert!(before <= uptime && uptime <= after);
    let first = system::clock_time(ClockKind::Monotonic);
    assert!(system::clock_time(ClockKind::Monotonic) >= first);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let real = system::clock_time(ClockKind::Realtime);
    assert!((real.sec - now.as_secs() as i64).abs() < 3600 && real.nsec < 1_000_000_000);
}

#[test]
fn users_and_groups_are_found_by_number() {
    let root = system::user(0).unwrap();
    let line = output("getent", &["passwd", "0"]);
    let fields: Vec<&str> = line.split(':').collect();
    assert_eq!(root.name, fields[0]);
    assert_eq!((root.uid, root.gid.to_string()), (0, fields[3].to_string()));
    assert_eq!(root.gecos, fields[4]);
    assert_eq!(
        (&*root.home, &*root.shell),
        (Path::new(fields[5]), Path::new(fields[6]))
    );
    let me = system::current_user().unwrap();
    assert_eq!(me.uid, std::fs::metadata("/proc/self").unwrap().uid());
    assert_eq!(me.name.to_str().unwrap(), output("id", &["-un"]));

    // One with members, if there is one.
    let groups = output("getent", &["group"]);
    let with_members = groups.lines().find(|line| !line.ends_with(':'));
    for line in groups.lines().take(1).chain(with_members) {
        let fields: Vec<&str> = line.split(':').collect();
        let group = system::group(fields[2].parse().unwrap()).unwrap();
        assert_eq!(
            (group.name.to_str().unwrap(), group.gid.to_string()),
            (fields[0], fields[2].into())
        );
        let members: Vec<&str> = fields[3]
            .split(',')
            .filter(|name| !name.is_empty())
            .collect();
        assert_eq!(group.members, members);
    }
    for error in [
        system::user(3_999_999_999).unwrap_err(),
        system::group(3_999_999_999).unwrap_err(),
    ] {
        assert_eq!(error.raw_os_error(), Some(libc::ENOENT));
    }
}

#[test]
fn usage_grows_with_work() {
    let (before, thread) = (system::resource_usage(), system::thread_resource_usage());
    work();
    let (after, later) = (system::resource_usage(), system::thread_resource_usage());
    assert!(after.user_time + after.system_time > before.user_time + before.system_time);
    assert!(later.user_time + later.system_time > thread.user_time + thread.system_time);
    assert!(after.max_rss >= before.max_rss && after.max_rss > 100);
    assert!(after.minor_faults >= before.minor_faults && after.minor_faults > 0);
    let idle = std::thread::spawn(system::thread_resource_usage)
        .join()
        .unwrap();
    assert!(idle.user_time < after.user_time, "a thread's is its own");
}

#[test]
fn the_process_knows_itself() {
    assert_eq!(system::pid(), std::process::id() as i32);
    let status = read_to_string("/proc/self/status").unwrap();
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:\t"));
    assert_eq!(parent.unwrap(), system::parent_pid().to_string());
    assert_eq!(
        system::exe_path().unwrap(),
        std::fs::read_link("/proc/self/exe").unwrap()
    );
    assert_eq!(
        system::cwd().unwrap(),
        std::fs::read_link("/proc/self/cwd").unwrap()
    );
    let error = system::chdir(Path::new("/no/such")).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(libc::ENOENT));
    system::chdir(Path::new(".")).unwrap();
}

/// Runs only as a child process, whose own state it changes.
#[test]
#[ignore = "is run by other tests"]
fn in_a_process_of_its_own() {
    let here = std::env::var("RONDO_TEST_FOLDER").unwrap();
    assert_eq!(system::home_dir().unwrap(), Path::new("/a/home/"));
    assert_eq!(system::temp_dir(), Path::new("/some/where"));
    system::chdir(here.as_ref()).unwrap();
    assert_eq!(system::cwd().unwrap(), std::fs::canonicalize(here).unwrap());

    let own = system::priority(0).unwrap();
    assert_eq!(system::priority(system::pid()).unwrap(), own);
    system::set_priority(0, 19).unwrap();
    assert_eq!(system::priority(0).unwrap(), 19);
    let stat = read_to_string("/proc/thread-self/stat").unwrap();
    let fields = stat.rsplit(')').next().unwrap();
    assert_eq!(fields.split_whitespace().nth(16), Some("19"));
}

#[test]
fn folders_and_priority_follow_the_process() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "in_a_process_of_its_own",
            "--include-ignored",
            "--test-threads=1",
        ])
        .env("HOME", "/a/home/")
        .env_remove("TMPDIR")
        .env_remove("TMP")
        .env("TEMP", "/some/where/")
        .env("TEMPDIR", "/no/where/")
        .env("RONDO_TEST_FOLDER", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    for (wrong, code) in [(20, libc::EINVAL), (-21, libc::EINVAL)] {
        let error = system::set_priority(0, wrong).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(code));
    }
    for nobody in [-1, i32::MAX] {
        let error = system::priority(nobody).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::ESRCH));
    }
}
