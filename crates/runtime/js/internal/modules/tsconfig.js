// What tsconfig.json says of how files run: JSX, and names that stand for paths. Node does not look at it; files with types or
// JSX are read by people who expect it.
'use strict';

const path = require('path');

const native = binding('modules');

const kFile = 0;
// The most files that may extend one another.
const kDeepest = 16;

// By folder.
const found = new Map();

// The settings that count for a file: { jsx, jsxImportSource, jsxFactory, jsxFragmentFactory, paths, base }.
function settingsOf(file) {
  return settingsAt(path.dirname(file));
}

function settingsAt(folder) {
  let settings = found.get(folder);
  if (settings !== undefined) return settings;
  const own = ['tsconfig.json', 'jsconfig.json'].map((name) => path.join(folder, name))
    .find((name) => native.fileKind(name) === kFile);
  const parent = path.dirname(folder);
  if (own !== undefined) settings = read(own, 0);
  else settings = parent === folder ? { __proto__: null } : settingsAt(parent);
  found.set(folder, settings);
  return settings;
}

// A file, with those that it extends below it.
function read(file, depth) {
  const settings = { __proto__: null };
  const data = parse(native.readSource(file, true));
  if (data === undefined || depth === kDeepest) return settings;
  const folder = path.dirname(file);
  const bases = Array.isArray(data.extends) ? data.extends : [data.extends];
  bases.filter((name) => typeof name === 'string').forEach((name) => {
    const base = findBase(name, folder);
    if (base !== undefined) Object.assign(settings, read(base, depth + 1));
  });
  const { jsx, jsxImportSource, jsxFactory, jsxFragmentFactory, paths, baseUrl } = data.compilerOptions ?? {};
  const given = { __proto__: null, jsx, jsxImportSource, jsxFactory, jsxFragmentFactory };
  Object.keys(given).forEach((key) => {
    if (typeof given[key] === 'string') settings[key] = given[key];
  });
  if (typeof baseUrl === 'string') settings.base = path.resolve(folder, baseUrl);
  if (typeof paths === 'object' && paths !== null) {
    settings.paths = paths;
    settings.pathsBase = typeof baseUrl === 'string' ? settings.base : folder;
  }
  return settings;
}

function findBase(name, folder) {
  if (name[0] === '.' || path.isAbsolute(name)) {
    const file = path.resolve(folder, name);
    return [file, `${file}.json`].find((one) => native.fileKind(one) === kFile);
  }
  const { resolveWithoutHooks } = require('internal/modules/cjs');
  for (const request of [name, `${name}/tsconfig.json`]) {
    try {
      const file = resolveWithoutHooks(request, path.join(folder, 'tsconfig.json'));
      if (file.endsWith('.json')) return file;
    } catch {
      // The next may be there.
    }
  }
  return undefined;
}

// JSON with comments, and commas behind the last; undefined if it is none.
function parse(text) {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(withoutComments(text));
  } catch {
    return undefined;
  }
}

function withoutComments(text) {
  let result = '';
  let comma = -1;
  for (let i = 0; i < text.length; i++) {
    const pair = text.substring(i, i + 2);
    if (pair === '//' || pair === '/*') {
      const end = pair === '//' ? text.indexOf('\n', i) : text.indexOf('*/', i + 2);
      if (end === -1) break;
      i = pair === '//' ? end - 1 : end + 1;
      continue;
    }
    const character = text[i];
    if (character === '"') {
      const end = endOfString(text, i);
      result += text.slice(i, end);
      i = end - 1;
      comma = -1;
      continue;
    }
    if ((character === '}' || character === ']') && comma !== -1) result = result.slice(0, comma) + result.slice(comma + 1);
    if (character === ',') comma = result.length;
    else if (character.trim() !== '') comma = -1;
    result += character;
  }
  return result;
}

function endOfString(text, start) {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

function hasTypesOrJsx(file) {
  return /\.([cm]?ts|[jt]sx)$/.test(file);
}

const kExtensions = ['', '.tsx', '.ts', '.jsx', '.js', '.mts', '.mjs', '.cts', '.cjs', '.json'];

// The file that a specifier in the file `from` stands for by "paths" or by a name without its extension; undefined if it
// is none of these.
function resolve(specifier, from) {
  if (!hasTypesOrJsx(from) || from.includes('/node_modules/')) return undefined;
  if (specifier.startsWith('./') || specifier.startsWith('../')) {
    return /\.[jt]sx$/.test(from) ? search(path.resolve(path.dirname(from), specifier)) : undefined;
  }
  const { paths, pathsBase } = settingsOf(from);
  if (paths === undefined) return undefined;
  const match = matchOf(specifier, paths);
  if (match === undefined || !Array.isArray(match.targets)) return undefined;
  for (let i = 0; i < match.targets.length; i++) {
    const target = `${match.targets[i]}`.replace('*', () => match.star);
    const file = target.endsWith('.d.ts') ? undefined : search(path.resolve(pathsBase, target));
    if (file !== undefined) return file;
  }
  return undefined;
}

// The pattern with the longest beginning.
function matchOf(specifier, paths) {
  let best;
  Object.keys(paths).forEach((pattern) => {
    const place = pattern.indexOf('*');
    const start = place === -1 ? pattern : pattern.slice(0, place);
    const end = place === -1 ? '' : pattern.slice(place + 1);
    const fits = place === -1 ? specifier === pattern :
      specifier.length >= start.length + end.length && specifier.startsWith(start) && specifier.endsWith(end);
    if (!fits || (best !== undefined && best.start.length >= start.length)) return;
    best = { start, targets: paths[pattern], star: specifier.slice(start.length, specifier.length - end.length) };
  });
  return best;
}

// A file by its name, with an extension, that of TypeScript in place of that of JavaScript, or in the folder of that name.
function search(name) {
  const isFile = (file) => native.fileKind(file) === kFile;
  const direct = kExtensions.map((extension) => name + extension).find(isFile);
  if (direct !== undefined) return direct;
  const match = /^(.*)\.([cm]?)jsx?$/.exec(name);
  const typed = match === null ? undefined : [`${match[1]}.${match[2]}ts`, `${match[1]}.tsx`].find(isFile);
  return typed ?? kExtensions.slice(1).map((extension) => path.join(name, `index${extension}`)).find(isFile);
}

module.exports = { hasTypesOrJsx, resolve, settingsOf };
