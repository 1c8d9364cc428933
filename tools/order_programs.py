"""Small programs whose callbacks are nested at random: made from a seed, written as JavaScript, made smaller.

A program is a list of steps. A step is a line of JavaScript with places for blocks of further steps, so that
every part of a program can be taken out and what is left is a program still.

What a program prints depends on nothing but the order of its callbacks. Timers are set in groups: all of a group
within one millisecond, and then the program blocks until all of them are due (PRELUDE); or they are far from each
other. Where the machine was too slow for that, the program prints UNSTABLE and the run does not count.
"""

import random
import re
from dataclasses import dataclass, field

PRELUDE = """\
'use strict';
const fs = require('fs');
const timers = require('timers/promises');
const EventEmitter = require('events');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { promisify } = require('util');

const v = {
  emitter1: new EventEmitter({ captureRejections: true }),
  emitter2: new EventEmitter(),
  target: new EventTarget(),
  controller1: new AbortController(),
  controller2: new AbortController(),
  deferred1: Promise.withResolvers(),
  deferred2: Promise.withResolvers(),
};
v.any = AbortSignal.any([v.controller1.signal, v.controller2.signal]);
const store = new AsyncLocalStorage();
let printed = 0;
const calls = {};
let depth = 0;

function log(text) {
  const value = store.getStore();
  fs.writeSync(1, value === undefined ? `${text}\\n` : `${text} [${value}]\\n`);
  if (++printed > 250) process.reallyExit(99);
}
function text(error) {
  return error instanceof Error ? `${error.name} ${error.message.split("\\n")[0].slice(0, 60)}` : String(error);
}
// A handler's block: often enough to see it, not for ever.
function few(name, act) {
  calls[name] = (calls[name] ?? 0) + 1;
  if (calls[name] <= 3) act();
}
// What may call itself: not too deep.
function nested(act) {
  if (depth > 2) return;
  depth++;
  try { act(); } finally { depth--; }
}
// Blocks until timers that were set before are due. A loop that asks for the time would leave garbage, and the task
// that Node's engine then has for the loop changes the order of what an error left behind.
const cell = new Int32Array(new SharedArrayBuffer(4));
function block() {
  Atomics.wait(cell, 0, 0, 8);
}
// Sets timers within one millisecond, then waits until they are due.
function group(set) {
  while (process.hrtime()[1] % 1000000 > 100000) Atomics.wait(cell, 0, 0, 0.05);
  const from = Math.floor(process.hrtime()[1] / 1000000);
  set();
  if (Math.floor(process.hrtime()[1] / 1000000) !== from) fs.writeSync(1, 'UNSTABLE\\n');
  block();
}
// A timer for which the loop sleeps: it counts only if it is nearly in time, and if no other is due at nearly the same
// time, for then it is chance whether one phase runs both.
const dues = [];
function dueIn(delay) {
  const due = performance.now() + delay;
  if (dues.some((other) => Math.abs(other - due) < 10)) fs.writeSync(1, 'UNSTABLE\\n');
  dues.push(due);
  return due;
}
function checkTime(due) {
  if (performance.now() > due + 7) fs.writeSync(1, 'UNSTABLE\\n');
}
function late(callback, delay) {
  const due = dueIn(delay);
  return setTimeout(() => {
    checkTime(due);
    callback();
  }, delay);
}
// The arguments of timers.setTimeout for the same.
function lateWait(delay, signal) {
  return [delay, dueIn(delay), { signal }];
}
"""

# What stands for what in the lines below:
#   BLOCK    steps of any kind       TIMERS   steps that set timers or ask for files
#   ID       a number of its own     $name    one of WORDS, at random
WORDS = {
    "delay": ["1", "3", "5"],
    "late": ["25", "45", "65", "85", "105"],
    "number": ["1", "2", "3"],
    "timer": ["v.timer1", "v.timer2", "v.timer3"],
    "immediate": ["v.immediate1", "v.immediate2", "v.immediate3"],
    "promise": ["v.promise1", "v.promise2"],
    "deferred": ["v.deferred1", "v.deferred2"],
    "controller": ["v.controller1", "v.controller2"],
    "signal": ["v.controller1.signal", "v.controller2.signal", "v.any", "undefined"],
    "emitter": ["v.emitter1", "v.emitter2"],
    "event": ["'x'", "'y'"],
    "unref": ["", "", ".unref()", ".unref().ref()"],
    "all": ["all", "race", "any", "allSettled"],
    "value": ["1", "Promise.resolve(1)", "{ then(f) { log('ID thenable'); f(1); } }", "null", "v.promise1",
              "v.promise2", "v.deferred1.promise", "v.deferred2.promise", "Promise.reject(new Error('EID'))"],
    "error": ["new Error('EID')", "new Error('EID')", "'EID'", "null"],
    "caught": ["", ".catch((error) => log('ID caught ' + text(error)))"],
}

TIMER_STEPS = [
    (8, "$timer = setTimeout(() => { log('ID timeout'); BLOCK }, $delay)$unref;"),
    (4, "{ let n = 0; const t = $timer = setInterval(() => { block(); log('ID interval'); "
        "if (++n >= $number) clearInterval(t); BLOCK }, $delay)$unref; }"),
    (2, "$timer?.refresh();"),
    (1, "clearTimeout($timer);"),
    (1, "clearTimeout(+$timer);"),
    (1, "setTimeout((a, b) => { log('ID timeout ' + a + b); BLOCK }, $delay, 1, 2);"),
    (1, "promisify(setTimeout)($delay).then(() => { log('ID promisified'); BLOCK });"),
    (2, "timers.setTimeout($delay, 0, { signal: $signal }).then(() => { log('ID timeout promise'); BLOCK }, "
        "(error) => { log('ID ' + text(error)); BLOCK });"),
    (1, "timers.setTimeout($delay, 0, { signal: $signal, ref: false });"),
    (1, "timers.scheduler.wait($delay, { signal: $signal }).then(() => { log('ID wait'); BLOCK })$caught;"),
    (1, "(async () => { let n = 0; for await (const _ of timers.setInterval($delay, 0, { signal: $signal })) { "
        "block(); log('ID interval promise'); BLOCK; if (++n >= $number) break; } })()$caught;"),
    (1, "v.timeout = AbortSignal.timeout($delay); "
        "v.timeout.addEventListener('abort', () => { log('ID signal timeout'); BLOCK });"),
]

# Instead of groups, in programs that let the loop sleep.
LATE_STEPS = [
    (9, "$timer = late(() => { log('ID late'); BLOCK }, $late);"),
    (2, "timers.setTimeout(...lateWait($late, $signal)).then((due) => { checkTime(due); log('ID late promise'); BLOCK }, "
        "(error) => { log('ID ' + text(error)); BLOCK });"),
]

# What comes in the poll phase. An error there leaves ticks behind, and whether Node runs them before the check phase
# is up to tasks of its engine's: such programs have no errors of their own.
POLL_STEPS = [
    (2, "fs.stat(__filename, (error) => { log('ID stat ' + (error === null)); BLOCK });"),
    (1, "fs.readFile(__filename, () => { log('ID readFile'); BLOCK });"),
    (1, "fs.stat('/no/such/file', (error) => { log('ID stat ' + error.code); BLOCK });"),
    (1, "fs.promises.stat(__filename).then(() => { log('ID stat promise'); BLOCK });"),
    (1, "fs.promises.readFile(__filename).then(() => { log('ID readFile promise'); BLOCK });"),
    (1, "process.kill(process.pid, 'SIGUSR2');"),
]

STEPS = [
    (3, "log('ID');"),
    (7, "process.nextTick(() => { log('ID tick'); BLOCK });"),
    (1, "process.nextTick((a, b) => { log('ID tick ' + a + b); BLOCK }, 1, 2);"),
    (5, "queueMicrotask(() => { log('ID microtask'); BLOCK });"),
    (4, "Promise.resolve().then(() => { log('ID then'); BLOCK });"),
    (2, "Promise.resolve().then(() => { log('ID then'); BLOCK }).then(() => log('ID then 2'))$caught"
        ".finally(() => { log('ID finally'); BLOCK });"),
    (1, "Promise.reject('EID').then(() => log('ID never'), () => { log('ID rejected'); BLOCK });"),
    (4, "(async () => { log('ID async'); BLOCK await $value; log('ID resumed'); BLOCK })()$caught;"),
    (1, "(async () => { try { await $value; log('ID awaited'); BLOCK } catch (error) { log('ID ' + text(error)); "
        "BLOCK } finally { log('ID finally'); } })()$caught;"),
    (1, "(async () => { for await (const x of [$value, 2]) { log('ID each'); BLOCK } })()$caught;"),
    (1, "Promise.resolve({ then(f) { log('ID thenable'); f(1); BLOCK } }).then(() => { log('ID then'); BLOCK });"),
    (1, "new Promise((resolve) => { resolve($value); BLOCK }).then(() => { log('ID then'); BLOCK })$caught;"),
    (2, "Promise.$all([$value, $value]).then(() => { log('ID all'); BLOCK }, "
        "(error) => { log('ID all ' + text(error)); BLOCK });"),
    (2, "$deferred = Promise.withResolvers();"),
    (1, "$deferred.promise.then(() => { log('ID deferred'); BLOCK })$caught;"),
    (2, "$deferred.resolve($value);"),
    (1, "$deferred.reject($error);"),
    (3, "$promise = Promise.reject($error);"),
    (3, "$promise?.catch((error) => { log('ID caught ' + text(error)); BLOCK });"),
    (6, "$immediate = setImmediate(() => { log('ID immediate'); BLOCK })$unref;"),
    (1, "setImmediate((a) => { log('ID immediate ' + a); BLOCK }, 1);"),
    (1, "clearImmediate($immediate);"),
    (1, "log('ID ' + $immediate?.unref()?.hasRef());"),
    (1, "log('ID ' + $immediate?.ref()?.hasRef());"),
    (1, "timers.setImmediate(0, { signal: $signal }).then(() => { log('ID immediate promise'); BLOCK }, "
        "(error) => { log('ID ' + text(error)); BLOCK });"),
    (1, "timers.setImmediate(0, { signal: $signal });"),
    (1, "timers.scheduler.yield().then(() => { log('ID yield'); BLOCK });"),
    (9, "group(() => { TIMERS });"),
    (2, "clearTimeout($timer);"),
    (1, "$timer?.close();"),
    (1, "log('ID ' + $timer?.unref().hasRef());"),
    (1, "log('ID ' + $timer?.ref().hasRef());"),
    (2, "try { BLOCK } catch (error) { log('ID caught ' + text(error)); BLOCK } finally { log('ID finally'); }"),
    (2, "$emitter.on($event, () => { log('ID listener'); BLOCK });"),
    (1, "$emitter.on($event, async () => { log('ID async listener'); BLOCK });"),
    (1, "$emitter.on('error', (error) => { log('ID error event ' + text(error)); BLOCK });"),
    (1, "(async () => { for await (const x of EventEmitter.on($emitter, $event, { signal: $signal })) { "
        "log('ID each event'); BLOCK } })()$caught;"),
    (1, "(async () => { for await (const x of (async function* () { yield $value; log('ID between'); BLOCK "
        "yield $value; })()) { log('ID each'); BLOCK } })()$caught;"),
    (1, "process.emitWarning('ID');"),
    (1, "$emitter.once($event, () => { log('ID listener once'); BLOCK });"),
    (1, "EventEmitter.once($emitter, $event, { signal: $signal }).then(() => { log('ID once'); BLOCK })$caught;"),
    (2, "nested(() => $emitter.emit($event));"),
    (1, "$emitter.removeAllListeners($event);"),
    (1, "v.target.addEventListener($event, { handleEvent(event) { log('ID event'); "
        "event.stopImmediatePropagation(); BLOCK } });"),
    (1, "v.target.addEventListener($event, async () => { log('ID async event'); BLOCK });"),
    (2, "v.target.addEventListener($event, () => { log('ID event'); BLOCK }, { signal: $signal });"),
    (1, "v.target.addEventListener($event, () => { log('ID event once'); BLOCK }, { once: true });"),
    (2, "nested(() => v.target.dispatchEvent(new Event($event)));"),
    (2, "$controller = new AbortController();"),
    (2, "$controller.signal.addEventListener('abort', () => { log('ID abort'); BLOCK });"),
    (2, "$controller.abort();"),
    (1, "$controller.signal.onabort = () => { log('ID onabort'); BLOCK };"),
    (1, "try { v.any.throwIfAborted(); } catch (error) { log('ID ' + text(error)); BLOCK }"),
    (1, "v.any = AbortSignal.any([v.controller1.signal, v.controller2.signal]);"),
    (1, "v.any.addEventListener('abort', () => { log('ID abort of any'); BLOCK });"),
]

CONTEXT_STEPS = [
    (5, "store.run($number, () => { log('ID run'); BLOCK });"),
    (2, "store.enterWith($number);"),
    (1, "store.disable();"),
    (1, "{ using scope = store.withScope($number); log('ID scope'); BLOCK }"),
    (1, "store.exit(() => { log('ID exit of store'); BLOCK });"),
    (2, "v.snapshot = AsyncLocalStorage.snapshot();"),
    (1, "nested(() => v.snapshot?.(() => { log('ID snapshot'); BLOCK }));"),
    (2, "v.bound = AsyncLocalStorage.bind(() => { log('ID bound'); BLOCK });"),
    (2, "nested(() => v.bound?.());"),
    (1, "v.resource = new AsyncResource('ID');"),
    (1, "v.resource?.runInAsyncScope(() => { log('ID resource'); BLOCK });"),
]

HANDLER_STEPS = [
    (4, "process.on('uncaughtException', (error, origin) => { log('ID uncaught ' + text(error) + ' ' + origin); "
        "few(ID, () => { BLOCK }); });"),
    (1, "process.once('uncaughtException', (error) => { log('ID uncaught once ' + text(error)); "
        "few(ID, () => { BLOCK }); });"),
    (1, "process.on('uncaughtExceptionMonitor', (error) => { log('ID monitor ' + text(error)); });"),
    (1, "if (!process.hasUncaughtExceptionCaptureCallback()) process.setUncaughtExceptionCaptureCallback("
        "(error) => { log('ID captured ' + text(error)); few(ID, () => { BLOCK }); });"),
    (1, "process.setUncaughtExceptionCaptureCallback(null);"),
    (1, "process.addUncaughtExceptionCaptureCallback((error) => { log('ID offered ' + text(error)); "
        "few(ID, () => { BLOCK }); return calls[ID] < 3; });"),
    (3, "process.on('unhandledRejection', (reason) => { log('ID unhandled ' + text(reason)); "
        "few(ID, () => { BLOCK }); });"),
    (2, "process.on('rejectionHandled', () => { log('ID handled late'); few(ID, () => { BLOCK }); });"),
    (1, "process.on('warning', (warning) => { log('ID warning ' + text(warning)); few(ID, () => { BLOCK }); });"),
    (2, "process.on('SIGUSR2', () => { log('ID signal'); few(ID, () => { BLOCK }); });"),
    (2, "process.on('beforeExit', (code) => { log('ID beforeExit ' + code); few(ID, () => { BLOCK }); });"),
    (2, "process.on('exit', (code) => { log('ID exit ' + code); BLOCK });"),
]

ENDINGS = [
    (12, "throw $error;"),
    (1, "process.exit($number);"),
    (1, "process.exitCode = $number;"),
    (1, "process.removeAllListeners('uncaughtException');"),
]

BLOCK = re.compile(r"\b(BLOCK|TIMERS)\b")


@dataclass
class Step:
    """A line of JavaScript, and what stands in each of its blocks."""

    line: str
    blocks: list = field(default_factory=list)
    is_timer: bool = False


class Generator:
    """Makes one program. What kinds of steps are in it is drawn first, so that programs differ in kind."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.steps_left = self.random.randint(12, 60)
        self.last_id = 0
        self.ending_chance = self.random.choice([0, 0.05, 0.15])
        self.general = list(STEPS)
        if self.random.random() < 0.4:
            self.general += CONTEXT_STEPS
        if self.random.random() < 0.3:
            self.general += HANDLER_STEPS
        if self.random.random() < 0.15:
            self.general = [choice for choice in self.general if "TIMERS" not in choice[1]] + LATE_STEPS
        # Without some of the kinds the others come closer to each other.
        self.general = [choice for choice in self.general if self.random.random() < 0.7]
        self.timers = [choice for choice in TIMER_STEPS if self.random.random() < 0.8] or list(TIMER_STEPS)
        if self.ending_chance == 0 or self.random.random() < 0.3:
            self.timers += POLL_STEPS

    def program(self):
        handlers = [self.step(HANDLER_STEPS, 1) for _ in range(self.random.randint(0, 4))]
        steps = []
        while self.steps_left > 0:
            steps += self.block(0)
        return handlers + steps

    def block(self, depth):
        steps = []
        most = 6 if depth == 0 else 4 - depth // 2
        for _ in range(self.random.randint(0 if depth else 3, max(most, 1))):
            if self.steps_left <= 0:
                break
            steps.append(self.step(self.general, depth))
        if depth > 0 and self.random.random() < self.ending_chance:
            steps.append(self.step(ENDINGS, depth))
        return steps

    def timer_group(self, depth):
        return [self.step(self.timers, depth) for _ in range(self.random.randint(1, 4))]

    def step(self, choices, depth):
        self.steps_left -= 1
        self.last_id += 1
        weights = [weight for weight, _ in choices]
        line = self.random.choices([text for _, text in choices], weights)[0]
        line = re.sub(r"\$(\w+?)(?![a-z])", lambda match: self.random.choice(WORDS[match[1]]), line)
        line = re.sub(r"(?<![A-Z])(E?)ID\b", lambda match: f"{match[1]}{self.last_id}", line)
        blocks = []
        for kind in BLOCK.findall(line):
            inner = self.timer_group if kind == "TIMERS" else self.block
            blocks.append(inner(depth + 1) if depth < 5 else [])
        return Step(line, blocks, choices is self.timers)


def generate(seed):
    """The program of a seed."""
    return Generator(seed).program()


def options(seed):
    """The options that it is run with."""
    modes = ["strict", "warn", "none", "warn-with-error-code", "throw"]
    return [f"--unhandled-rejections={modes[seed % 40]}"] if seed % 40 < len(modes) else []


def render(steps):
    """The program as JavaScript."""
    return PRELUDE + "\n" + "\n".join(lines_of(steps, "")) + "\n"


def lines_of(steps, indent):
    for step in steps:
        parts = BLOCK.split(step.line)[::2]
        line = indent + parts[0]
        for part, block in zip(parts[1:], step.blocks):
            if block:
                yield line.rstrip()
                yield from lines_of(block, indent + "  ")
                line = indent + part.lstrip()
            else:
                line = line.rstrip() + " " + part.lstrip() if part.strip() else line + part
        yield line


def smaller(steps):
    """Programs with a little less in them: the biggest cuts first."""
    for index, step in sorted(enumerate(steps), key=lambda pair: -count([pair[1]])):
        yield steps[:index] + steps[index + 1:]
        for place, block in enumerate(step.blocks):
            if block and not (step.line.startswith("group(") and any(inner.is_timer for inner in block)):
                yield steps[:index] + block + steps[index + 1:]
            for cut in smaller(block):
                blocks = step.blocks[:place] + [cut] + step.blocks[place + 1:]
                yield steps[:index] + [Step(step.line, blocks, step.is_timer)] + steps[index + 1:]


def shrink(steps, still_fails):
    """Cuts as long as `still_fails` says yes to what is left."""
    cut = True
    while cut:
        cut = False
        for candidate in smaller(steps):
            if still_fails(candidate):
                steps = candidate
                cut = True
                break
    return steps


def count(steps):
    return sum(1 + sum(count(block) for block in step.blocks) for step in steps)
