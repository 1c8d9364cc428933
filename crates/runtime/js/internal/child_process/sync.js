// spawnSync(), execFileSync() and execSync(): programs that are waited for.
'use strict';

const { Buffer } = require('buffer');
const { codes, ErrnoException } = require('internal/errors');
const {
  describe, killSignalNumber, signalName, validateMaxBuffer, validateTimeout,
} = require('internal/child_process/options');
const { kPipe, parseStdio } = require('internal/child_process/stdio');

const native = binding('child');

const kMaxBuffer = 1024 * 1024;

function spawnSync(file, args, options) {
  return run(describe(file, args, options));
}

// Starts what was described, and gives what became of it.
function run(plan) {
  validateTimeout(plan.timeout);
  const maxBuffer = 'maxBuffer' in plan ? plan.maxBuffer : kMaxBuffer;
  validateMaxBuffer(maxBuffer);
  const killSignal = killSignalNumber(plan.killSignal);
  const { slots } = parseStdio(plan.stdio || 'pipe', true);
  // The child reads what is first, whether or not there is something; what it writes to it is lost.
  const inputs = slots.map((slot) => (slot.isPipe && slot.place === 0 ? new Uint8Array(0) : undefined));
  if (plan.input) {
    inputs[0] = toBytes(plan.input);
    slots[0].code = kPipe;
  }
  const outcome = native.spawnSync({
    __proto__: null,
    file: plan.file,
    args: plan.args,
    env: plan.envPairs,
    cwd: plan.cwd ?? undefined,
    uid: plan.uid,
    gid: plan.gid,
    detached: plan.detached,
    stdio: slots.map((slot) => slot.code),
  }, inputs, plan.timeout || undefined, maxBuffer ?? undefined, killSignal ?? 15);
  return toResult(outcome, plan);
}

function toBytes(input) {
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (typeof input === 'string') return Buffer.from(input);
  throw new codes.ERR_INVALID_ARG_TYPE('options.stdio[0]', ['string', 'Buffer', 'TypedArray', 'DataView'], input);
}

function toResult([errno, pid, status, signal, output], plan) {
  const result = { status, signal: signal === null ? null : signalName(signal), output: null, pid };
  if (output !== null) result.output = output.map((bytes) => bytes && decode(bytes, plan.encoding));
  result.stdout = result.output?.[1];
  result.stderr = result.output?.[2];
  if (errno === 0) return result;
  const error = new ErrnoException(errno, `spawnSync ${plan.file}`);
  error.path = plan.file;
  error.spawnargs = plan.args.slice(1);
  return { error, ...result };
}

function decode(bytes, encoding) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== 'buffer' ? buffer.toString(encoding) : buffer;
}

function execFileSync(file, args, options) {
  if (args !== null && typeof args === 'object' && !Array.isArray(args)) {
    options = args;
    args = undefined;
  }
  const plan = describe(file, args, options === null ? undefined : options);
  return outputOf(plan, plan.args.join(' '));
}

function execSync(command, options) {
  require('internal/validators').validateString(command, 'command');
  const plan = describe(command, undefined, { ...options, shell: options?.shell || true });
  return outputOf(plan, command);
}

// What the program has written; an error unless it went well. What it wrote to its standard error is shown, unless
// the caller takes care of that.
function outputOf(plan, commandLine) {
  const showsErrors = !plan.stdio;
  const result = run(plan);
  if (showsErrors && result.stderr) process.stderr.write(result.stderr);
  if (result.error) throw Object.assign(result.error, result);
  if (result.status === 0) return result.stdout;
  let message = `Command failed: ${commandLine}`;
  if (result.stderr?.length > 0) message += `\n${result.stderr.toString()}`;
  throw Object.assign(new Error(message), result);
}

module.exports = { spawnSync, execFileSync, execSync };
