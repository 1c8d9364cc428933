// What people call things: lanes, queues, kinds of callbacks.

const SCRIPT = 0;
const TIMERS = 1;
const POLL = 4;
const CHECK = 5;
const CLOSING = 6;
const TICKS = 7;
const MICROTASKS = 8;

const LANES = [
  { name: 'script', about: 'the main script, and what runs outside of the loop' },
  { name: 'timers', about: 'setTimeout and setInterval: those that are due' },
  { name: 'pending', about: 'callbacks that the turn before put off' },
  { name: 'idle, prepare', about: "the loop's own work" },
  { name: 'poll', about: 'the loop sleeps here, and calls back what came: files, sockets, children' },
  { name: 'check', about: 'setImmediate' },
  { name: 'closing', about: 'handles that were closed' },
  { name: 'ticks', about: 'process.nextTick: after every callback, before microtasks' },
  { name: 'microtasks', about: 'promises and queueMicrotask: after every callback, when there are no ticks' },
];

/** Phases of the loop as they are numbered in the data, and their lanes. */
const LANE_OF_PHASE = [1, 2, 3, 3, 4, 5, 6];

const QUEUES = [
  { name: 'timers', lane: 1, about: 'set and not yet due; the next one first' },
  { name: 'pending', lane: 2, about: 'put off until the next turn' },
  { name: 'poll', lane: 4, about: 'requests under way, and handles that wait' },
  { name: 'check', lane: 5, about: 'immediates' },
  { name: 'closing', lane: 6, about: 'handles that are being closed' },
  { name: 'ticks', lane: 7, about: 'process.nextTick' },
  { name: 'microtasks', lane: 8, about: 'promises and queueMicrotask' },
];

const KINDS = {
  Timeout: 'timer',
  Immediate: 'immediate',
  TickObject: 'tick',
  Microtask: 'microtask',
  PROMISE: 'promise',
  FSREQCALLBACK: 'file request',
  FSREQPROMISE: 'file request',
  GETADDRINFOREQWRAP: 'name lookup',
  GETNAMEINFOREQWRAP: 'name lookup',
  TCPWRAP: 'socket',
  TCPSERVERWRAP: 'server',
  TCPCONNECTWRAP: 'connection',
  PIPEWRAP: 'pipe',
  TTYWRAP: 'terminal',
  UDPWRAP: 'UDP socket',
  PROCESSWRAP: 'child process',
  SIGNALWRAP: 'signal',
  FSEVENTWRAP: 'file watch',
  STATWATCHER: 'file watch',
  WRITEWRAP: 'write',
  SHUTDOWNWRAP: 'end of a stream',
  HTTPINCOMINGMESSAGE: 'HTTP request',
  HTTPCLIENTREQUEST: 'HTTP request',
  WORKER: 'worker',
  ZLIB: 'compression',
  PBKDF2REQUEST: 'key derivation',
  SCRYPTREQUEST: 'key derivation',
  RANDOMBYTESREQUEST: 'random bytes',
  Tcp: 'socket',
  Pipe: 'pipe',
  Tty: 'terminal',
  Udp: 'UDP socket',
  Process: 'child process',
  Signal: 'signal',
  Watch: 'file watch',
  StatPoll: 'file watch',
  Work: 'pool job',
  Wakeup: 'wake-up',
  Connect: 'connection',
  Write: 'write',
  Shutdown: 'end of a stream',
  Send: 'send',
  Close: 'close',
  Timer: 'timer',
  Check: 'immediates',
  Pending: 'put-off callback',
  Io: 'descriptor',
};

const kindName = (kind) => KINDS[kind] ?? kind;

/** What was chosen at a choice point, in words. */
const CHOICES = {
  'job.start': ['when a job of the pool is begun', ['at once', 'a turn later', '2 ms later', '50 ms later', '500 ms later']],
  'job.finish': ['when the loop learns that a job is done', ['at once', 'a turn later', '2 ms later', '50 ms later', '500 ms later']],
  'ready.late': ['when the loop learns that a descriptor is ready', ['at once', 'a turn later', '2 ms later', '50 ms later', '500 ms later']],
  'ready.first': ['which ready descriptor is next', []],
  'letter.first': ['which wake-up or finished job is next', []],
  'timer.late': ['when a timer of this very millisecond is seen', ['now', 'a turn later']],
  'loop.stall': ['whether the loop stands still before it polls', ['no', 'for 2 ms', 'for 50 ms', 'for 500 ms']],
  'read.part': ['how much a read gives', ['all', 'half of it', 'one byte']],
  'write.part': ['how much a write sends at once', ['all', 'half of it', 'one byte']],
  'signal.first': ['which signal is next', []],
  'signal.late': ['when signals that have arrived are told', ['now', 'a turn later']],
  'fault.reset': ['whether a connection breaks', ['no', 'yes, ECONNRESET']],
  'fault.emfile': ['whether a file cannot be opened', ['no', 'yes, EMFILE']],
  'fault.enospc': ['whether a file cannot be written', ['no', 'yes, ENOSPC']],
  'fault.slow': ['whether a job of the pool is slow', ['no', 'by five seconds']],
};

