// The frames of a stack: what is left out of them, and their colours.
'use strict';

// Fewer lines than this are not worth leaving out.
const minLeftOut = 3;
// A stack that is no longer than this is shown as it is.
const shortStack = 10;

// Leaves out the first run of frames that stand together in `causeFrames`, too, but its ends.
function leaveOutCommon(context, frames, causeFrames) {
  for (let i = 0; i < frames.length - minLeftOut; i++) {
    const start = causeFrames.indexOf(frames[i]);
    if (start === -1) continue;
    let length = 1;
    while (i + length < frames.length && frames[i + length] === causeFrames[start + length]) length++;
    if (length <= minLeftOut) continue;
    const count = length - 2;
    const note = context.stylize(`    ... ${count} lines matching cause stack trace ...`, 'undefined');
    return frames.toSpliced(i + 1, count, note);
  }
  return frames;
}

// Shows a block of frames that is repeated, as recursion does, once.
function leaveOutRepeats(context, frames) {
  if (frames.length <= shortStack || frames.length - new Set(frames).size <= minLeftOut) return frames;
  const result = [];
  for (let i = 0; i < frames.length; i++) {
    result.push(frames[i]);
    const length = repeatedLength(frames, i);
    const times = length === 0 ? 0 : countRepeats(frames, i, length);
    const count = length * times;
    if (count < minLeftOut) continue;
    result.push(...frames.slice(i + 1, i + length));
    const what = times === 1 ? 'lines ' : `${length} lines ${times} times`;
    const note = `    ... collapsed ${count} duplicate lines matching above ${what}...`;
    result.push(context.stylize(note, 'undefined'));
    i += length + count - 1;
  }
  return result;
}

// The length of the shortest block that starts at `start` and is followed by itself; 0 if there is none.
function repeatedLength(frames, start) {
  for (let length = 1; start + 2 * length <= frames.length; length++) {
    if (isSameBlock(frames, start, start + length, length)) return length;
  }
  return 0;
}

function countRepeats(frames, start, length) {
  let times = 1;
  while (isSameBlock(frames, start, start + length * (times + 1), length)) times++;
  return times;
}

function isSameBlock(frames, a, b, length) {
  if (b + length > frames.length) return false;
  for (let i = 0; i < length; i++) {
    if (frames[a + i] !== frames[b + i]) return false;
  }
  return true;
}

// The library file that a frame is in: 'fs' of '    at open (node:fs:1:2)'; undefined for others.
function libraryFile(frame) {
  const start = frame.indexOf('node:');
  if (start === -1 || !frame.startsWith('    at ')) return undefined;
  const caller = frame.slice('    at '.length, start);
  if (caller !== '' && !(caller.length > 2 && caller.endsWith(' (') && !hasPathOrParenthesis(caller.slice(0, -2)))) {
    return undefined;
  }
  const end = frame.endsWith(')') ? frame.length - 1 : frame.length;
  const parts = frame.slice(start + 'node:'.length, end).split(':');
  if (parts.length < 3 || !isNumber(parts.pop()) || !isNumber(parts.pop())) return undefined;
  return parts.join(':');
}

function hasPathOrParenthesis(text) {
  return text.includes('/') || text.includes('\\') || text.includes('(');
}

function isNumber(text) {
  return text !== '' && Number.isInteger(Number(text));
}

function colorFrames(context, frames) {
  const directories = workingDirectories(frames);
  return frames.map((frame) => {
    const file = libraryFile(frame);
    if (file !== undefined && binding('modules').hasLibrary(file)) {
      return context.stylize(frame, 'undefined');
    }
    return greyDirectory(context, underlinePackages(context, frame), directories);
  });
}

// The working directory as a path and, where frames name URLs, which contain the path, as a URL first.
function workingDirectories(frames) {
  let directory;
  try {
    directory = process.cwd();
  } catch {
    // The directory may have been removed.
    return [];
  }
  if (!frames.some((frame) => frame.includes('file://'))) return [directory];
  return [require('internal/url').pathToFileURL(directory).href, directory];
}

function underlinePackages(context, line) {
  const folder = 'node_modules';
  let result = '';
  let done = 0;
  for (;;) {
    const found = line.indexOf(folder, done);
    if (found === -1) break;
    const separator = line[found - 1];
    const after = line[found + folder.length];
    const start = found + folder.length + 1;
    if ((separator !== '/' && separator !== '\\') || (after !== '/' && after !== '\\')) {
      result += line.slice(done, start);
      done = start;
      continue;
    }
    let end = line.indexOf(after, start);
    // A scoped package has two parts: @scope/name.
    if (line[start] === '@' && end !== -1) end = line.indexOf(after, end + 1);
    if (end === -1) end = line.length;
    result += line.slice(done, start) + context.stylize(line.slice(start, end), 'module');
    done = end;
  }
  return done === 0 ? line : result + line.slice(done);
}

function greyDirectory(context, line, directories) {
  for (const directory of directories) {
    let start = line.indexOf(directory);
    if (start === -1) continue;
    let end = start + directory.length;
    if (line[end] !== '/' && line[end] !== '\\') continue;
    end++;
    const inParentheses = line[start - 1] === '(';
    if (inParentheses) start--;
    const isClosed = inParentheses && line.endsWith(')');
    const rest = isClosed ? line.slice(end, -1) + context.stylize(')', 'undefined') : line.slice(end);
    return line.slice(0, start) + context.stylize(line.slice(start, end), 'undefined') + rest;
  }
  return line;
}

module.exports = { leaveOutCommon, leaveOutRepeats, colorFrames };
