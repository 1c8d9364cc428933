// process.report: what a report tells, its settings, and where it is written.
'use strict';

const { report } = process; const fs = require('fs'); const os = require('os'); const path = require('path');
const attempt = (run) => { try { console.log(run()); } catch (error) { console.log(error.name, error.code, error.message); } };
console.log(Object.keys(report));
for (const name of Object.keys(report).slice(2)) console.log(name, report[name]);
const made = report.getReport(new TypeError('boom'));
console.log(made.header.event, made.header.trigger, made.header.filename, made.header.processId === process.pid, made.header.cwd === process.cwd(), made.header.nodejsVersion, made.header.wordSize, made.header.arch, made.header.platform, made.header.osName, made.header.host === os.hostname(), made.header.cpus.length === os.cpus().length, made.header.commandLine.length, /^2\.\d+$/.test(made.header.glibcVersionRuntime), made.header.componentVersions.node, made.header.reportVersion, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(made.header.dumpEventTime));
console.log(made.javascriptStack.message, made.javascriptStack.stack[0].startsWith('at '), made.javascriptStack.errorProperties, Object.keys(made.userLimits), made.userLimits.open_files.soft > 0, made.sharedObjects.some((name) => /libc\.so/.test(name)), made.resourceUsage.rss > 0, made.resourceUsage.maxRss > 0, Object.keys(made.resourceUsage), made.environmentVariables.HOME === process.env.HOME, made.workers);
console.log(report.getReport().javascriptStack.message, report.getReport().javascriptStack.errorProperties);
attempt(() => report.getReport(1)); attempt(() => report.writeReport(1)); attempt(() => report.writeReport('x', 5));
for (const name of Object.keys(report).slice(2)) attempt(() => { report[name] = 5; });
attempt(() => { report.signal = 'SIGX'; });
report.directory = fs.mkdtempSync(path.join(os.tmpdir(), 'report-')); report.compact = true; report.excludeEnv = true; report.excludeNetwork = true;
const name = report.writeReport('one.json', new Error('x')); const read = JSON.parse(fs.readFileSync(path.join(report.directory, name)));
console.log(name, read.header.trigger, read.header.filename, 'environmentVariables' in read, 'networkInterfaces' in read.header, fs.readFileSync(path.join(report.directory, name), 'utf8').split('\n').length);
console.log(/^report\.\d{8}\.\d{6}\.\d+\.0\.\d{3}\.json$/.test(report.writeReport()));
report.reportOnSignal = true; console.log(process.listenerCount('SIGUSR2') <= 1); report.reportOnSignal = false;
fs.rmSync(report.directory, { recursive: true });
