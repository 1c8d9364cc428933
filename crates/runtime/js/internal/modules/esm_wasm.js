// WebAssembly as ES modules: what such a module imports and exports, by name.
'use strict';

const { Buffer } = require('buffer');

// The names of imports and exports that are kept for what is to come.
function checkNames(module, WebAssembly) {
  const { LinkError } = WebAssembly;
  for (const { name } of WebAssembly.Module.exports(module)) {
    if (name.startsWith('wasm:') || name.startsWith('wasm-js:')) {
      throw new LinkError(`Invalid Wasm export name "${name}" in`);
    }
  }
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from.startsWith('wasm-js:')) throw new LinkError(`Invalid Wasm import "${from}" in`);
    if (name.startsWith('wasm:') || name.startsWith('wasm-js:')) {
      throw new LinkError(`Invalid Wasm import name "${name}" in`);
    }
  }
}

function quoted(text) {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

// Compiled once for each module, so that its source is one object.
function compileWasm(url, source) {
  const { WebAssembly } = globalThis;
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  try {
    const module = new WebAssembly.Module(bytes, { builtins: ['js-string'], importedStringConstants: 'wasm:js/string-constants' });
    checkNames(module, WebAssembly);
    return module;
  } catch (error) {
    error.message = error.message.endsWith(' in') ? `${error.message} "${url}"` : `${url}: ${error.message}`;
    throw error;
  }
}

function translateWasm(url, source) {
  require('internal/util/experimental').warnExperimental('Importing WebAssembly module instances');
  const { WebAssembly } = globalThis;
  const module = compileWasm(url, source);
  const from = Array.from(new Set(WebAssembly.Module.imports(module).map((one) => one.module)))
    .filter((name) => !name.startsWith('wasm:'));
  const names = WebAssembly.Module.exports(module).map((one) => one.name);
  const imports = from.map((name, index) => `import * as i${index} from ${quoted(name)};`);
  const variables = names.map((_, index) => `v${index}`);
  const parts = names.map((name, index) => `v${index} as ${quoted(name)}`);
  const places = names.map((_, index) => `${index}: v${index}`);
  const declaration = variables.length === 0 ? '' : `let ${variables.join()};`;
  return {
    source: `${imports.join('')}${declaration}import.meta.values((a)=>{({${places.join()}}=a)},` +
      `[${from.map((_, index) => `i${index}`).join()}]);export{${parts.join()}};`,
    values(set, namespaces) {
      const given = { __proto__: null };
      from.forEach((name, index) => { given[name] = importedInstance(url, index) ?? namespaces[index]; });
      const { exports } = new WebAssembly.Instance(module, given);
      instances.set(url, exports);
      set(names.map((name) => valueOf(exports[name], WebAssembly)));
    },
    module,
  };
}

// What was made of modules, by their URLs: WebAssembly gets globals of others themselves, and not their values.
const instances = new Map();

// What a module imports, if that is WebAssembly, too.
function importedInstance(url, index) {
  const { known } = require('internal/modules/esm').loader;
  return instances.get(known.get(url)?.imports[index]?.url);
}

// Globals are exported by their value; those that change are not looked at again.
function valueOf(value, WebAssembly) {
  if (!(value instanceof WebAssembly.Global)) return value;
  try {
    return value.value;
  } catch {
    // What has no value in JavaScript, such as a vector.
    return undefined;
  }
}

module.exports = { compileWasm, translateWasm };
