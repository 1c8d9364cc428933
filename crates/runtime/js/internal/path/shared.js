// What the path functions of both systems share.
'use strict';

const dot = 46;

// Takes '.', '..' and empty segments out. `allowAboveRoot`: a '..' with nothing to take back stays.
function normalizeSegments(path, allowAboveRoot, separator, isSeparator) {
  let result = '';
  let removable = 0;
  let start = 0;
  const { length } = path;
  for (let i = 0; i <= length; i++) {
    if (i < length && !isSeparator(path.charCodeAt(i))) continue;
    const size = i - start;
    const first = path.charCodeAt(start);
    if (size === 2 && first === dot && path.charCodeAt(start + 1) === dot) {
      if (removable > 0) {
        const cut = result.lastIndexOf(separator);
        result = cut === -1 ? '' : result.slice(0, cut);
        removable--;
      } else if (allowAboveRoot) {
        result += result === '' ? '..' : `${separator}..`;
      }
    } else if (size > 1 || (size === 1 && first !== dot)) {
      const segment = path.slice(start, i);
      result = result === '' ? segment : result + separator + segment;
      removable++;
    }
    start = i + 1;
  }
  return result;
}

// Where the last segment of `path` ends, trailing separators left out; never before `floor`.
function lastSegmentEnd(path, floor, isSeparator) {
  let end = path.length;
  while (end > floor && isSeparator(path.charCodeAt(end - 1))) end--;
  return end;
}

// Where the segment that ends at `end` starts.
function lastSegmentStart(path, floor, end, isSeparator) {
  let start = end;
  while (start > floor && !isSeparator(path.charCodeAt(start - 1))) start--;
  return start;
}

// '.ext' of a file's name; '' for '.name', '..' and names without a dot.
function extensionOf(name) {
  const position = name.lastIndexOf('.');
  return position <= 0 || name === '..' ? '' : name.slice(position);
}

// The last segment, without `suffix` if it ends with it; one that is nothing but the suffix keeps it.
function basenameOf(path, suffix, floor, isSeparator) {
  const end = lastSegmentEnd(path, floor, isSeparator);
  const start = lastSegmentStart(path, floor, end, isSeparator);
  const name = path.slice(start, end);
  if (suffix === undefined || suffix === '' || suffix.length > path.length) return name;
  if (suffix === path) return '';
  // A suffix that reaches beyond the name leaves the separators behind it: so does Node.
  if (suffix.length > name.length && suffix.endsWith(name)) return path.slice(start);
  return name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function formatPath(separator, pathObject) {
  require('internal/validators').validateObject(pathObject, 'pathObject');
  const folder = pathObject.dir || pathObject.root;
  const { ext } = pathObject;
  const base = pathObject.base || `${pathObject.name || ''}${ext ? (ext[0] === '.' ? ext : `.${ext}`) : ''}`;
  if (!folder) return base;
  return folder === pathObject.root ? `${folder}${base}` : `${folder}${separator}${base}`;
}

module.exports = {
  basenameOf,
  extensionOf,
  formatPath,
  lastSegmentEnd,
  lastSegmentStart,
  normalizeSegments,
};
