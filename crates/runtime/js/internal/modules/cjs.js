// CommonJS modules: the Module class, require, and running the main script.
'use strict';

const path = require('path');
const native = binding('modules');
const hasOptions = binding('process').hasOptions();
const { builtinId, loadBuiltin } = require('internal/modules/builtins');
const { tryPath, nodeModulePaths } = require('internal/modules/resolve');

const kParameters = ['exports', 'require', 'module', '__filename', '__dirname'];

// The module that first required another one.
const parents = new WeakMap();

function Module(id = '', parent) {
  this.id = id;
  this.path = path.dirname(id);
  setOwn(this, 'exports', {});
  parents.set(this, parent);
  parent?.children?.push(this);
  this.filename = null;
  this.loaded = false;
  this.children = [];
}

// Assigns a property whatever a program has done to Object.prototype.
function setOwn(target, name, value) {
  Object.defineProperty(target, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

let isPreloading = false;
const kPreload = 'internal/preload';

Object.defineProperties(Module.prototype, {
  constructor: { __proto__: null, get() { return Module; }, enumerable: false, configurable: false },
  isPreloading: { __proto__: null, get() { return isPreloading; } },
  parent: describeParent(),
});

function describeParent() {
  let get = function() { return parents.get(this); };
  let set = function(value) { parents.set(this, value); };
  if (binding('process').hasOptions() &&
      require('internal/process/options').getOption('--pending-deprecation')) {
    const { deprecate } = require('internal/util/deprecate');
    const message = 'module.parent is deprecated due to accuracy issues. Please use require.main to ' +
      'find program entry point instead.';
    get = deprecate(get, message, 'DEP0144');
    set = deprecate(set, message, 'DEP0144');
  }
  return { __proto__: null, get, set, enumerable: false, configurable: false };
}

Module._cache = { __proto__: null };
Module._pathCache = { __proto__: null };
Module._extensions = { __proto__: null };
Module.globalPaths = [];
Module.Module = Module;
Module._nodeModulePaths = nodeModulePaths;

Object.defineProperty(Module, 'builtinModules', {
  __proto__: null,
  enumerable: true,
  configurable: true,
  get() { return require('internal/modules/builtins').builtinModules(); },
});

Module.isBuiltin = function isBuiltin(name) {
  return typeof name === 'string' && builtinId(name) !== undefined;
};

function isRelative(request) {
  return request === '.' || request === '..' || request.startsWith('./') ||
    request.startsWith('../');
}

Module._resolveLookupPaths = function(request, parent) {
  if (builtinId(request) !== undefined) return null;
  if (!isRelative(request)) return (parent?.paths ?? []).concat(Module.globalPaths);
  return [parent?.filename ? path.dirname(parent.filename) : '.'];
};

function resolveInPackage(folder, request, conditions) {
  const { resolve } = require('internal/modules/package_exports');
  return resolve(folder, request, conditions ?? require('internal/modules/conditions').kRequire, undefined);
}

Module._findPath = function(request, paths, isMain, conditions) {
  const extensions = Object.keys(Module._extensions);
  const mustBeFolder = request.endsWith('/') || request === '.' || request === '..' ||
    request.endsWith('/.') || request.endsWith('/..');
  if (path.isAbsolute(request)) return tryPath(path.resolve(request), extensions, mustBeFolder, isMain) ?? false;
  if (!Array.isArray(paths)) return false;
  for (let i = 0; i < paths.length; i++) {
    const folder = paths[i];
    if (!isRelative(request) && native.fileKind(folder) !== 1) continue;
    const found = isRelative(request) ? undefined : resolveInPackage(folder, request, conditions);
    const file = found ?? tryPath(path.resolve(folder, request), extensions, mustBeFolder, isMain);
    if (file !== undefined) return file;
  }
  return false;
};

Module._resolveFilename = function(request, parent, isMain, options) {
  if (builtinId(request) !== undefined) return request;
  const from = parent?.filename;
  if (typeof from === 'string' && !from.endsWith('.js') && !from.endsWith('.cjs')) {
    const found = require('internal/modules/tsconfig').resolve(request, from);
    if (found !== undefined) return require('internal/modules/resolve').finalName(found, false);
  }
  // What is loaded before the program is asked for by its package.
  const asker = parent?.filename ?? (isPreloading && parent?.id === kPreload ? `${workingFolder()}/.` : undefined);
  if (asker && !isRelative(request) && !path.isAbsolute(request)) {
    const { resolveImport, resolveSelf } = require('internal/modules/package_exports');
    const conditions = options?.conditions ?? require('internal/modules/conditions').kRequire;
    const found = request[0] === '#' ? resolveImport(request, asker, conditions) :
      resolveSelf(request, asker, conditions);
    if (found !== undefined) return found;
  }
  if (hasOptions && from !== undefined && !isRelative(request) && !path.isAbsolute(request)) {
    const found = resolveByMap(request, from, isMain, options?.conditions);
    if (found) return found;
    if (found === false) throw notFound(request, parent);
  }
  const paths = options?.paths === undefined ? Module._resolveLookupPaths(request, parent) :
    lookupPathsFrom(request, options.paths);
  const file = Module._findPath(request, paths, isMain, options?.conditions);
  if (file) return file;
  throw notFound(request, parent);
};

// The file in a package that a map tells of; false if there is none, undefined if there is no map.
function resolveByMap(request, from, isMain, conditions) {
  const { folderOf, isInUse } = require('internal/modules/package_map');
  if (!isInUse()) return undefined;
  const { resolveAt, splitRequest } = require('internal/modules/package_exports');
  const parts = splitRequest(request);
  const home = parts === undefined ? undefined : folderOf(parts.name, request, from);
  if (home === undefined) return false;
  return resolveAt(home, parts, request, conditions ?? require('internal/modules/conditions').kRequire, undefined) ??
    Module._findPath(home + parts.subpath, null, isMain, conditions);
}

function lookupPathsFrom(request, paths) {
  if (!Array.isArray(paths)) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('options.paths', paths);
  }
  if (isRelative(request)) return paths;
  return paths.flatMap((folder) => nodeModulePaths(folder));
}

// The files that have required one another, the last first.
function requireStackOf(parent) {
  const stack = [];
  for (let cursor = parent; cursor; cursor = parents.get(cursor)) stack.push(cursor.filename || cursor.id);
  return stack;
}

function notFound(request, parent) {
  const stack = requireStackOf(parent);
  let message = `Cannot find module '${request}'`;
  if (stack.length > 0) message += `\nRequire stack:\n- ${stack.join('\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = stack;
  return error;
}

// Loaded when the first cycle is met.
let circular;

// ES modules that are being required.
let runningModules;

// Set once a program has hooks: what finds and reads modules with them.
let hooked;

// What is kept of compiled files, if a program wants that.
let compileCache;

function useCompileCache(store) {
  compileCache = store;
}

function compileCacheInUse() {
  return compileCache;
}

// Told of each file that is loaded, if there is anybody to tell.
let report;

function reportFiles(tell) {
  report = tell;
}

function reportFile(file) {
  report?.(file);
}

function reportsFiles() {
  return report !== undefined;
}

function useHooks(functions) {
  hooked = functions;
}

Module._load = function(request, parent, isMain) {
  if (hooked !== undefined && hooked.takesPart()) return hooked.load(request, parent, isMain);
  const id = builtinId(request);
  if (request.startsWith('node:')) return loadWithPrefix(request, id);
  if (id !== undefined) {
    const standIn = Module._cache[id];
    return standIn === undefined ? loadBuiltin(id) : standIn.exports;
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  // '#name' may stand for a module of the library.
  if (request[0] === '#' && builtinId(filename) !== undefined) return loadBuiltin(builtinId(filename));
  return loadFile(filename, parent, isMain, undefined);
};

// The exports of a file. `prepare` sees the module before it is loaded.
function loadFile(filename, parent, isMain, prepare) {
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    if (parent && !parent.children.includes(cached)) parent.children.push(cached);
    if (cached.loaded === false) {
      if (runningModules?.has(cached)) {
        throw require('internal/modules/esm').cycleError(`require() ES Module ${filename}`, parents.get(cached)?.filename);
      }
      circular ??= require('internal/modules/circular');
      circular.watch(cached.exports);
    }
    return cached.exports;
  }
  report?.(filename);
  const loaded = new Module(filename, parent);
  if (isMain) {
    process.mainModule = loaded;
    loaded.id = '.';
  }
  prepare?.(loaded);
  Module._cache[filename] = loaded;
  let done = false;
  try {
    loaded.load(filename);
    done = true;
    circular?.unwatch(loaded.exports);
  } finally {
    if (!done) {
      delete Module._cache[filename];
      const children = parent?.children;
      if (children?.includes(loaded)) children.splice(children.indexOf(loaded), 1);
    }
  }
  return loaded.exports;
}

// A name with the prefix is never one of the cache's.
function loadWithPrefix(request, id) {
  if (id !== undefined) return loadBuiltin(id);
  const { ERR_UNKNOWN_BUILTIN_MODULE } = require('internal/errors').codes;
  throw new ERR_UNKNOWN_BUILTIN_MODULE(request);
}

// The longest that there is a loader for: '.test.js' goes before '.js'.
function longestExtension(filename) {
  const name = path.basename(filename);
  for (let i = name.indexOf('.', 1); i !== -1; i = name.indexOf('.', i + 1)) {
    const extension = name.slice(i);
    if (Module._extensions[extension] !== undefined) return extension;
  }
  return '.js';
}

Module.prototype.load = function(filename) {
  this.filename = filename;
  this.paths = nodeModulePaths(path.dirname(filename));
  Module._extensions[longestExtension(filename)](this, filename);
  this.loaded = true;
  firstExports?.set(this, this.exports);
};

// What modules exported when they were through, for those who import them later; kept once there are ES modules.
let firstExports;

function keepExports() {
  firstExports ??= new WeakMap();
}

Module.prototype.require = function(request) {
  if (typeof request !== 'string') {
    require('internal/validators').validateString(request, 'id');
  }
  if (request === '') {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('id', request, 'must be a non-empty string');
  }
  // (A stack has ten frames: none is for the usual case.)
  return trace === undefined ? Module._load(request, this, false) : load(request, this, false);
};

// Loads what a module, or the program, asks for.
function load(request, parent, isMain) {
  if (trace === undefined) return Module._load(request, parent, isMain);
  return trace(() => Module._load(request, parent, isMain), request, parent);
}

// Who is told of what is required, once somebody listens.
let trace;

function traceRequires(outer) {
  const inner = trace;
  trace = inner === undefined ? outer : (load, id, parent) => outer(() => inner(load, id, parent), id, parent);
}

// `format` tells what the content is; without it that is found out.
Module.prototype._compile = function(content, filename, format) {
  if (format === 'module') return runAsModule(this, filename, content, 'module');
  let body = content.startsWith('#!') ? `//${content.slice(2)}` : content;
  if (format?.endsWith('-typescript') || (format === undefined && filename.endsWith('.ts'))) {
    if (format === 'module-typescript') checkRequireOfModule(this, filename, body);
    body = require('internal/modules/typescript').stripTypes(body, filename);
    if (format === 'module-typescript') return runAsModule(this, filename, body, 'module');
  }
  if (format?.endsWith('-jsx') || (format === undefined && (filename.endsWith('.jsx') || filename.endsWith('.tsx')))) {
    const isModule = format === undefined ? undefined : format === 'module-jsx';
    const done = require('internal/modules/jsx').transform(body, filename, isModule);
    if (done.isModule) return runAsModule(this, filename, done.source, 'module');
    body = done.source;
  }
  const run = compile(body, filename, format);
  if (run === undefined) return runAsModule(this, filename, body, 'module');
  const exports = this.exports;
  return run.call(exports, exports, makeRequire(this), this, filename, path.dirname(filename));
};

// Loaded when a program first asks for it.
let wrapper;

function wrapperAccessor(name) {
  return {
    __proto__: null,
    enumerable: false,
    configurable: true,
    get() {
      defineWrapper();
      return Module[name];
    },
    set(value) {
      defineWrapper();
      Module[name] = value;
    },
  };
}

Object.defineProperties(Module, {
  __proto__: null,
  wrap: wrapperAccessor('wrap'),
  wrapper: wrapperAccessor('wrapper'),
});

function defineWrapper() {
  wrapper = require('internal/modules/wrapper');
  Object.defineProperties(Module, wrapper.properties);
}

// undefined if it is an ES module.
function compile(body, filename, format) {
  try {
    const changed = wrapper?.compileChanged(body, filename);
    if (changed !== undefined) return changed;
    if (compileCache === undefined) return native.compileFunction(body, filename, kParameters);
    return compileCache.compileFunction(body, filename, () => native.compileFunction(body, filename, kParameters));
  } catch (error) {
    if (format !== 'commonjs' && isModuleAfterAll(error, body, filename)) return undefined;
    if (error instanceof SyntaxError && error.fileName === filename) hintAtModule(error, body, filename);
    throw showPlace(error, filename);
  }
}

// Text of an ES module in a file that is taken for CommonJS.
function hintAtModule(error, source, filename) {
  if (!/^(Unexpected token 'export'|Cannot use)/.test(error.message) || !binding('syntax').isModule(source)) return;
  require('internal/process/warnings').emitWarningNow(`Failed to load the ES module: ${filename}. Make sure to set "type": "module" in the nearest ` +
    'package.json file or use the .mjs extension.');
}

// A syntax error tells its place in front of the stack.
function showPlace(error, filename) {
  if (error instanceof SyntaxError && error.fileName === filename) {
    const context = require('internal/process/fatal').syntaxContext(error);
    if (context !== undefined) error.stack = `${context}\n${error.stack}`;
  }
  return error;
}

function makeRequire(owner) {
  const requireFrom = function require(request) {
    return owner.require(request);
  };
  requireFrom.resolve = function resolve(request, options) {
    require('internal/validators').validateString(request, 'request');
    if (hooked !== undefined && hooked.takesPart()) return hooked.resolveForUser(request, owner, options);
    return Module._resolveFilename(request, owner, false, options);
  };
  requireFrom.resolve.paths = function paths(request) {
    require('internal/validators').validateString(request, 'request');
    return Module._resolveLookupPaths(request, owner);
  };
  setOwn(requireFrom, 'main', process.mainModule);
  requireFrom.extensions = Module._extensions;
  requireFrom.cache = Module._cache;
  return requireFrom;
}

function readSource(filename) {
  const text = native.readSource(filename);
  if (typeof text === 'string') return text;
  const { UVException } = require('internal/errors');
  throw new UVException({ errno: text, syscall: 'open', path: filename });
}

Module._extensions['.js'] = function(owner, filename) {
  const isPlain = hooked === undefined && filename.endsWith('.js');
  const format = isPlain && typeOf(filename) !== 'module' ? typeOf(filename) : formatOf(filename);
  if (hooked !== undefined) {
    const loaded = hooked.read(owner, filename, format);
    compileAs(owner, filename, loaded.source, loaded.format);
  } else {
    compileAs(owner, filename, readSource(filename), format);
  }
};

function compileAs(owner, filename, source, format) {
  if (format === 'json') owner.exports = parseJson(source, filename);
  else owner._compile(source, filename, format);
}

function runAsModule(owner, filename, source, format) {
  if (owner === process.mainModule && owner.id === '.') {
    require('internal/modules/main').runModule(filename);
    return;
  }
  const esm = require('internal/modules/esm');
  const { pathToFileURL } = require('internal/url');
  checkRequireOfModule(owner, filename, source);
  const url = hooked === undefined ? pathToFileURL(filename).href : hooked.urlOf(owner);
  runningModules ??= new WeakSet();
  runningModules.add(owner);
  owner.exports = esm.requireModule(filename, url, { format, source }, parents.get(owner));
}

// An option can forbid it; packages that are in use can be told of.
function checkRequireOfModule(owner, filename, source) {
  if (!binding('process').hasOptions()) return;
  const { getOption } = require('internal/process/options');
  if (getOption('--require-module') === false) {
    throw require('internal/modules/require_module').refusal(filename, source, parents.get(owner));
  }
  const mode = getOption('--trace-require-module');
  if (mode !== undefined) require('internal/modules/require_module').trace(filename, parents.get(owner), mode);
}

// What a file is by its name and its package: 'module', 'commonjs', or undefined if neither says.
function typeOf(filename) {
  if (filename.endsWith('.mjs')) return 'module';
  if (!filename.endsWith('.js')) return 'commonjs';
  return require('internal/modules/resolve').packageType(filename);
}

// The same for files of other kinds: what nobody knows is CommonJS.
function formatOf(filename) {
  if (filename.endsWith('.cjs')) return 'commonjs';
  try {
    return require('internal/modules/esm_load').formatOfFile(filename);
  } catch {
    return 'commonjs';
  }
}

// A file that cannot be compiled as CommonJS may be an ES module of which nothing says so.
function isModuleAfterAll(error, source, filename) {
  if (!(error instanceof SyntaxError) || error.fileName !== filename || formatOf(filename) !== undefined) return false;
  const { getOption } = require('internal/process/options');
  return getOption('--experimental-detect-module') !== false && getOption('--require-module') !== false &&
    binding('syntax').isModule(source);
}

Module._extensions['.json'] = function(owner, filename) {
  const source = hooked === undefined ? readSource(filename) : hooked.read(owner, filename, 'json').source;
  owner.exports = parseJson(source, filename);
};

function parseJson(source, filename) {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw require('internal/modules/esm_translate').explainJson(error, source, filename);
  }
}

Module._extensions['.node'] = function(owner, filename) {
  process.dlopen(owner, filename);
};

Module.createRequire = function createRequire(filename) {
  return require('internal/modules/create_require').createRequire(filename);
};

Object.defineProperty(Module, '_stat', {
  __proto__: null, value: native.fileKind, writable: true, configurable: true, enumerable: false,
});

// Where modules are looked for after all node_modules folders.
Module._initPaths = function() {
  const { envGet, execPath } = binding('process');
  const home = envGet('HOME');
  const paths = [path.join(path.dirname(path.dirname(execPath())), 'lib', 'node')];
  if (home) {
    const folder = path.resolve(home);
    const start = folder === '/' ? '' : folder;
    paths.unshift(`${start}/.node_modules`, `${start}/.node_libraries`);
  }
  const listed = envGet('NODE_PATH');
  if (listed) paths.unshift(...listed.split(path.delimiter).filter((folder) => folder !== ''));
  Module.globalPaths = paths;
};
Module._initPaths();

Module._preloadModules = function(requests) {
  const parent = new Module(kPreload, null);
  parent.paths = nodeModulePaths(workingFolder());
  isPreloading = true;
  for (let i = 0; i < requests.length; i++) parent.require(requests[i]);
  isPreloading = false;
};

// If the working folder was removed, that of the program stands for it.
function workingFolder() {
  const folder = binding('process').cwd();
  return typeof folder === 'string' ? folder : path.dirname(process.execPath);
}

// The functions of the module `module` that few programs use, and the files that have them.
const kSeldom = [
  ['syncBuiltinESMExports', 'internal/modules/esm_translate', 'syncBuiltinExports'],
  ['registerHooks', 'internal/modules/hooks'],
  ['register', 'internal/modules/register'],
  ['enableCompileCache', 'internal/modules/compile_cache'],
  ['findPackageJSON', 'internal/modules/find_package_json'],
  ['flushCompileCache', 'internal/modules/compile_cache'],
  ['getCompileCacheDir', 'internal/modules/compile_cache'],
  ['stripTypeScriptTypes', 'internal/modules/typescript'],
  ['findSourceMap', 'internal/modules/source_maps'],
  ['getSourceMapsSupport', 'internal/modules/source_maps'],
  ['setSourceMapsSupport', 'internal/modules/source_maps'],
];

// (A start runs all of this: no iterators, which are JavaScript in this engine, and nothing that it would
// have to capture for it alone.)
for (let i = 0; i < kSeldom.length; i++) {
  const { 0: name, 1: file, 2: inner = name } = kSeldom[i];
  Module[name] = { [name](...args) { return Reflect.apply(require(file)[inner], this, args); } }[name];
}

// A value of a file that few programs need.
function seldom(name, file) {
  return {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      const value = require(file)[name];
      Object.defineProperty(Module, name, {
        __proto__: null, value, writable: true, enumerable: true, configurable: true,
      });
      return value;
    },
  };
}

Object.defineProperties(Module, {
  __proto__: null,
  constants: seldom('constants', 'internal/modules/compile_cache'),
  SourceMap: seldom('SourceMap', 'internal/modules/source_map'),
});

Module.runMain = (file) => require('internal/modules/main').startMain(file ?? process.argv[1]);

// The exports of a CommonJS module that is imported. `source` is its text if hooks have given it.
function loadImported(url, filename, source, isMain) {
  if (hooked !== undefined) return hooked.loadImported(url, filename, source, isMain);
  const exports = load(filename, undefined, isMain);
  const owner = Module._cache[filename];
  if (owner === undefined || !firstExports.has(owner)) return exports;
  const first = firstExports.get(owner);
  firstExports.delete(owner);
  return first;
}

// For those who only want to know.
function resolveWithoutHooks(request, from) {
  const owner = new Module(from);
  owner.filename = from;
  owner.paths = nodeModulePaths(path.dirname(from));
  return Module._resolveFilename(request, owner, false);
}

module.exports = {
  load, traceRequires,
  Module, compileCacheInUse, keepExports, useCompileCache, loadFile, loadImported, makeRequire, reportFile, reportFiles, reportsFiles, requireStackOf, resolveWithoutHooks, useHooks, workingFolder,
};
