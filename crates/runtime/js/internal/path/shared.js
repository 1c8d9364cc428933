// What the path functions of both systems share. They are given two functions that look for separators:
// next(path, from) tells where the first is from there on, or the length of the path if there is none;
// previous(path, end) where the last is before there, or -1.
'use strict';

// Takes '.', '..' and empty segments out. `allowAboveRoot`: a '..' with nothing to take back stays.
function normalizeSegments(path, allowAboveRoot, separator, next) {
  let start = 0;
  while (start < path.length && next(path, start) === start) start++;
  const end = normalEnd(path, start, separator, next);
  if (end !== -1) return path.substring(start, end);
  return joinKept(path, keepSegments(path, start, allowAboveRoot, next), separator);
}

// Where a path that has nothing to be taken out ends, without separators behind it; -1 for others.
function normalEnd(path, start, separator, next) {
  for (;;) {
    const end = next(path, start);
    const isEnd = end >= path.length;
    if (end - start < 3 && kindOfShort(path, start, end - start) !== name) return isEnd && end === start ? end : -1;
    if (isEnd || end + 1 === path.length) return end;
    if (path[end] !== separator) return -1;
    start = end + 1;
  }
}

const nothing = 0;
const parent = 1;
const name = 2;

// What a segment of up to two characters is.
function kindOfShort(path, start, length) {
  if (length === 0) return nothing;
  if (path[start] !== '.') return name;
  if (length === 1) return nothing;
  return path[start + 1] === '.' ? parent : name;
}

// Where the segments that stay begin and end, in turn. One list for all paths, as paths are short and many.
const kept = [];
const longestKept = 1000;

// Returns how many numbers of `kept` count.
function keepSegments(path, start, allowAboveRoot, next) {
  if (kept.length > longestKept) kept.length = longestKept;
  let count = 0;
  // The first of them belong to '..', which nothing takes back.
  let fixed = 0;
  for (let end; start <= path.length; start = end + 1) {
    end = next(path, start);
    const kind = end - start > 2 ? name : kindOfShort(path, start, end - start);
    if (kind === parent && count > fixed) {
      count -= 2;
    } else if (kind === name || (kind === parent && allowAboveRoot)) {
      kept[count] = start;
      kept[count + 1] = end;
      count += 2;
      if (kind === parent) fixed = count;
    }
  }
  return count;
}

// Segments that stand side by side in the path are copied as one piece.
function joinKept(path, count, separator) {
  let result = '';
  for (let i = 0; i < count;) {
    const start = kept[i];
    let end = kept[i + 1];
    for (i += 2; i < count && kept[i] === end + 1 && path[end] === separator; i += 2) end = kept[i + 1];
    result = result === '' ? path.substring(start, end) : result + separator + path.substring(start, end);
  }
  return result;
}

// Where the last segment of `path` ends, trailing separators left out; never before `floor`.
function lastSegmentEnd(path, floor, next) {
  let end = path.length;
  while (end > floor && next(path, end - 1) === end - 1) end--;
  return end;
}

// Where the segment that ends at `end` starts.
function lastSegmentStart(path, floor, end, previous) {
  const start = previous(path, end) + 1;
  return start < floor ? floor : start;
}

// '.ext' of a file's name; '' for '.name', '..' and names without a dot.
function extensionOf(name) {
  const position = name.lastIndexOf('.');
  return position <= 0 || name === '..' ? '' : name.substring(position);
}

// The last segment, without `suffix` if it ends with it; one that is nothing but the suffix keeps it.
function basenameOf(path, suffix, floor, next, previous) {
  const end = lastSegmentEnd(path, floor, next);
  const start = lastSegmentStart(path, floor, end, previous);
  const name = path.substring(start, end);
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return name;
  if (suffix === path) return '';
  // A suffix that reaches beyond the name leaves the separators behind it: so does Node.
  if (suffix.length > name.length && suffix.endsWith(name)) return path.substring(start);
  return name !== suffix && name.endsWith(suffix) ? name.substring(0, name.length - suffix.length) : name;
}

function formatPath(separator, pathObject) {
  require('internal/validators').validateObject(pathObject, 'pathObject');
  const { root, dir } = pathObject;
  const file = pathObject.base || `${pathObject.name || ''}${withDot(pathObject.ext)}`;
  // A root ends in a separator already.
  if (dir && dir !== root) return `${dir}${separator}${file}`;
  return root ? `${root}${file}` : file;
}

function withDot(extension) {
  if (!extension) return '';
  return extension[0] === '.' ? extension : `.${extension}`;
}

// A script may have replaced process.cwd(): whatever that returns is read as a string, once.
function workingFolder() {
  const folder = process.cwd();
  return typeof folder === 'string' ? folder : String.prototype.concat.call(folder);
}

module.exports = {
  basenameOf,
  extensionOf,
  formatPath,
  lastSegmentEnd,
  lastSegmentStart,
  normalizeSegments,
  workingFolder,
};
