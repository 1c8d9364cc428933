// The reporter `junit`: XML as JUnit writes it.
'use strict';

const { inspectAnyway } = require('internal/test/reporters/outcome');

async function* junit(source) {
  yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n';
  const tree = new Tree();
  for await (const { type, data } of source) {
    switch (type) {
      case 'test:start':
        tree.start(data);
        break;
      case 'test:pass':
      case 'test:fail':
        tree.end(type, data);
        break;
      case 'test:diagnostic':
      case 'test:log':
        tree.note(data);
        break;
    }
  }
  for (const node of tree.roots) yield show(node);
  yield '</testsuites>\n';
}

// Elements { tag, nesting, attrs, children }, a comment { comment }, or a text.
class Tree {
  roots = [];
  #current;

  start({ name, nesting }) {
    const node = { __proto__: null, nesting, parent: this.#current, attrs: { __proto__: null, name }, children: [] };
    (this.#current?.children ?? this.roots).push(node);
    this.#current = node;
  }

  end(type, data) {
    if (this.#current === undefined) this.start(data);
    if (this.#current.nesting !== data.nesting || this.#current.attrs.name !== data.name) this.start(data);
    const node = this.#current;
    this.#current = node.parent;
    node.attrs.time = (data.details.duration_ms / 1000).toFixed(6);
    const kids = node.children.filter((child) => child.comment === undefined);
    if (kids.length > 0) this.#endSuite(node, kids);
    else endCase(node, type, data);
  }

  #endSuite(node, kids) {
    node.tag = 'testsuite';
    node.attrs.disabled = 0;
    node.attrs.errors = 0;
    node.attrs.tests = kids.length;
    node.attrs.failures = kids.filter(isFailed).length;
    node.attrs.skipped = kids.filter(isSkipped).length;
    node.attrs.timestamp = new Date().toISOString().replace(/\.\d+Z$/, '');
    node.attrs.hostname = require('os').hostname();
  }

  note({ message, nesting }) {
    (this.#current?.children ?? this.roots).push({ __proto__: null, nesting, comment: message });
  }
}

function endCase(node, type, data) {
  const { details, file, skip, todo } = data;
  node.tag = 'testcase';
  node.attrs.classname = data.classname ?? details.classname ?? 'test';
  if (file !== undefined) node.attrs.file = file;
  if (skip !== undefined) addMark(node, 'skipped', skip);
  if (todo !== undefined) addMark(node, 'todo', todo);
  if (type === 'test:fail') addFailure(node, details.error);
}

function addMark(node, type, message) {
  node.children.push({
    __proto__: null, nesting: node.nesting + 1, tag: 'skipped', attrs: { __proto__: null, type, message }, children: [],
  });
}

function addFailure(node, error) {
  const message = error?.message ?? '';
  node.attrs.failure = message;
  node.children.push({
    __proto__: null, nesting: node.nesting + 1, tag: 'failure',
    attrs: { __proto__: null, type: error?.failureType ?? error?.code, message: message.trim() },
    children: [inspectAnyway(error, { colors: false, breakLength: Infinity })],
  });
}

function isFailed(node) {
  return node.attrs.failures > 0 || node.attrs.failure !== undefined;
}

function isSkipped(node) {
  return node.attrs.skipped > 0 || node.children.some((child) => child.tag === 'skipped');
}

function show(node) {
  if (typeof node === 'string') return `${escapeText(node)}\n`;
  const indent = '\t'.repeat(node.nesting + 1);
  if (node.comment !== undefined) return `${indent}<!-- ${node.comment.replace(/--/g, '&#45;&#45;')} -->\n`;
  const attrs = Object.keys(node.attrs).map((name) => `${name}="${escapeAttribute(String(node.attrs[name]))}"`).join(' ');
  if (node.children.length === 0) return `${indent}<${node.tag} ${attrs}/>\n`;
  return `${indent}<${node.tag} ${attrs}>\n${node.children.map(show).join('')}${indent}</${node.tag}>\n`;
}

function escapeText(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

function escapeAttribute(text) {
  return escapeText(text).replace(/\n/g, '&#10;').replace(/"/g, '&quot;');
}

module.exports = { junit };
