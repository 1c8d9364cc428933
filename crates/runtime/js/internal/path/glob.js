// Glob patterns: * ? ** [abc] [[:digit:]] {a,b} {1..3} and +(a|b) with its kin @ ? * !.
'use strict';

// Whether a path matches a pattern. In patterns '\' separates as '/' does, it escapes nothing.
function matches(path, pattern, isWindows) {
  if (pattern === '') return path === '';
  const segments = splitPath(isWindows ? path.replaceAll('\\', '/') : path, isWindows);
  return compile(pattern, isWindows).some((parts) => matchSegments(segments, 0, parts, 0));
}

// The patterns that a pattern stands for, each as its parts: plain texts, RegExps, and `globstar`.
function compile(pattern, isWindows) {
  const alternatives = expandBraces(pattern.replaceAll('\\', '/'));
  return alternatives.map((alternative) => splitPath(alternative, isWindows).map(compileSegment));
}

// The segments, with '.' and 'folder/..' taken out; what the path starts with is kept.
function splitPath(path, isWindows) {
  const segments = [];
  const all = path.split(/\/+/);
  for (let i = 0; i < all.length; i++) {
    const segment = all[i];
    const last = segments.at(-1);
    if (segment === '.' && i > 0) continue;
    if (segment === '..' && segments.length > 0 && last !== '' && last !== '.' && last !== '..' && last !== '**') {
      segments.pop();
    } else {
      segments.push(segment);
    }
  }
  // Drives have no case.
  if (isWindows && /^[a-z]:$/i.test(segments[0])) segments[0] = segments[0].toLowerCase();
  return segments;
}

function matchSegments(segments, s, parts, p) {
  for (; p < parts.length; s++, p++) {
    if (parts[p] === globstar) return matchGlobstar(segments, s, parts, p);
    if (s === segments.length) return false;
    const part = parts[p];
    if (typeof part === 'string' ? part !== segments[s] : !part.test(segments[s])) return false;
  }
  // A separator at the end of the path may be left over.
  return s === segments.length || (s === segments.length - 1 && segments[s] === '' && s > 0);
}

// '**' takes any number of segments, none of them hidden; at the end it takes at least one.
function matchGlobstar(segments, s, parts, p) {
  if (p === parts.length - 1) {
    return s < segments.length && segments.slice(s).every((segment) => segment[0] !== '.');
  }
  for (let next = s; next <= segments.length; next++) {
    if (matchSegments(segments, next, parts, p + 1)) return true;
    if (next < segments.length && segments[next][0] === '.') return false;
  }
  return false;
}

const globstar = Symbol('**');

// A plain text, a RegExp, or `globstar`.
function compileSegment(segment) {
  if (segment === '**') return globstar;
  if (!/[*?[]|[+@!]\(/.test(segment)) return segment;
  const state = { unicode: false };
  const source = translate(segment, state);
  // A dot in front has to be asked for; '.' and '..' are never meant.
  const guard = segment[0] === '.' ? '(?!\\.\\.?$)' : /^\[[^!^]\]/.test(segment) ? '' : '(?!\\.)';
  const nonEmpty = /^\*+$/.test(segment) ? '(?=.)' : '';
  return new RegExp(`^${guard}${nonEmpty}${source}$`, state.unicode ? 'su' : 's');
}

// The source of a RegExp. What follows is translated first: '!(a)' has to look at it.
function translate(text, state) {
  if (text === '') return '';
  const [first] = text;
  if (text[1] === '(' && '?*+@!'.includes(first)) {
    const end = closingParenthesis(text, 1);
    if (end !== -1) return translateGroup(first, text.slice(2, end), translate(text.slice(end + 1), state), state);
  }
  if (first === '*') return `[^/]*?${translate(text.replace(/^\*+(?!\()/, ''), state)}`;
  if (first === '?') return `[^/]${translate(text.slice(1), state)}`;
  if (first === '[') {
    const parsed = translateClass(text, state);
    if (parsed !== undefined) return parsed.source + translate(text.slice(parsed.length), state);
  }
  return first.replace(/[$()*+.?[\\\]^{|}/-]/, '\\$&') + translate(text.slice(1), state);
}

function closingParenthesis(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

function translateGroup(kind, body, rest, state) {
  const choice = splitTop(body, '|', '(', ')').map((part) => translate(part, state)).join('|');
  if (kind === '!') return `(?:(?!(?:${choice})${rest}$)[^/]*?)${rest}`;
  return `(?:${choice})${kind === '@' ? '' : kind}${rest}`;
}

const namedClasses = {
  'alnum': '\\p{L}\\p{Nl}\\p{Nd}', 'alpha': '\\p{L}\\p{Nl}', 'ascii': '\\x00-\\x7f', 'blank': '\\p{Zs}\\t',
  'cntrl': '\\p{Cc}', 'digit': '\\p{Nd}', 'lower': '\\p{Ll}', 'punct': '\\p{P}', 'space': '\\p{Z}\\t\\r\\n\\v\\f',
  'upper': '\\p{Lu}', 'word': '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', 'xdigit': 'A-Fa-f0-9',
};

// '[abc]' at the start of `text`: { source, length }, or undefined if it is never closed.
function translateClass(text, state) {
  const negated = text[1] === '!' || text[1] === '^';
  const first = negated ? 2 : 1;
  let members = '';
  for (let i = first; i < text.length; i++) {
    const name = text[i] === '[' ? /^\[:([a-z]+):\]/.exec(text.slice(i)) : null;
    if (name !== null && Object.hasOwn(namedClasses, name[1])) {
      members += namedClasses[name[1]];
      state.unicode = true;
      i += name[0].length - 1;
    } else if (text[i] === ']' && i > first) {
      return { source: `[${negated ? '^' : ''}${members}]`, length: i + 1 };
    } else {
      members += text[i] === '-' && i > first && text[i + 1] !== ']' ? '-' : text[i].replace(/[\\\]^[-]/, '\\$&');
    }
  }
  return undefined;
}

// Parts of `text` between separators that are not inside of brackets.
function splitTop(text, separator, open, close) {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === open) depth++;
    else if (character === close) depth--;
    if (character === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

// 'a{b,c}' is ab and ac; braces without a comma or a range are as they are.
function expandBraces(pattern) {
  for (let open = pattern.indexOf('{'); open !== -1; open = pattern.indexOf('{', open + 1)) {
    const close = closingBrace(pattern, open);
    if (close === -1) continue;
    const body = pattern.slice(open + 1, close);
    const choices = expandRange(body) ?? splitTop(body, ',', '{', '}');
    if (choices.length === 1 && !/^\{.*\}$|\.\./s.test(body)) continue;
    const before = pattern.slice(0, open);
    const after = expandBraces(pattern.slice(close + 1));
    return choices.flatMap(expandBraces).flatMap((choice) => after.map((rest) => before + choice + rest));
  }
  return [pattern];
}

function closingBrace(text, start) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

// '1..3', '01..10', 'a..e', '1..9..2'; undefined for anything else.
function expandRange(body) {
  const range = /^(-?\d+|[a-z])\.\.(-?\d+|[a-z])(?:\.\.(-?\d+))?$/i.exec(body);
  if (range === null) return undefined;
  const [, from, to, step] = range;
  const isNumeric = /\d/.test(from) && /\d/.test(to);
  if (!isNumeric && (/\d/.test(from) || /\d/.test(to))) return undefined;
  const start = isNumeric ? Number(from) : from.charCodeAt(0);
  const end = isNumeric ? Number(to) : to.charCodeAt(0);
  const width = isNumeric && /^-?0\d/.test(from + to) ? Math.max(from.length, to.length) : 0;
  const by = Math.max(Math.abs(Number(step ?? 1)), 1);
  const values = [];
  for (let value = start; start <= end ? value <= end : value >= end; value += start <= end ? by : -by) {
    values.push(isNumeric ? padNumber(value, width) : String.fromCharCode(value));
  }
  return values;
}

function padNumber(value, width) {
  const digits = `${Math.abs(value)}`;
  return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
}

module.exports = { compile, globstar, matches };
