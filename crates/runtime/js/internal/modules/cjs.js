// CommonJS modules: the Module class, require, and running the main script.
'use strict';

const path = require('path');
const native = binding('modules');
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

function resolveInPackage(folder, request) {
  const { kRequire, resolve } = require('internal/modules/package_exports');
  return resolve(folder, request, kRequire, undefined);
}

Module._findPath = function(request, paths, isMain) {
  const extensions = Object.keys(Module._extensions);
  const mustBeFolder = request.endsWith('/') || request === '.' || request === '..' ||
    request.endsWith('/.') || request.endsWith('/..');
  if (path.isAbsolute(request)) return tryPath(path.resolve(request), extensions, mustBeFolder, isMain) ?? false;
  if (!Array.isArray(paths)) return false;
  for (let i = 0; i < paths.length; i++) {
    const folder = paths[i];
    if (!isRelative(request) && native.fileKind(folder) !== 1) continue;
    const found = isRelative(request) ? undefined : resolveInPackage(folder, request);
    const file = found ?? tryPath(path.resolve(folder, request), extensions, mustBeFolder, isMain);
    if (file !== undefined) return file;
  }
  return false;
};

Module._resolveFilename = function(request, parent, isMain, options) {
  if (builtinId(request) !== undefined) return request;
  if (parent?.filename && !isRelative(request) && !path.isAbsolute(request)) {
    const { kRequire, resolveImport, resolveSelf } = require('internal/modules/package_exports');
    const found = request[0] === '#' ? resolveImport(request, parent.filename, kRequire) :
      resolveSelf(request, parent.filename, kRequire);
    if (found !== undefined) return found;
  }
  const paths = options?.paths === undefined ? Module._resolveLookupPaths(request, parent) :
    lookupPathsFrom(request, options.paths);
  const file = Module._findPath(request, paths, isMain);
  if (file) return file;
  throw notFound(request, parent);
};

function lookupPathsFrom(request, paths) {
  if (!Array.isArray(paths)) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('options.paths', paths);
  }
  if (isRelative(request)) return paths;
  return paths.flatMap((folder) => nodeModulePaths(folder));
}

function notFound(request, parent) {
  const stack = [];
  for (let cursor = parent; cursor; cursor = parents.get(cursor)) stack.push(cursor.filename || cursor.id);
  let message = `Cannot find module '${request}'`;
  if (stack.length > 0) message += `\nRequire stack:\n- ${stack.join('\n- ')}`;
  const error = new Error(message);
  error.code = 'MODULE_NOT_FOUND';
  error.requireStack = stack;
  return error;
}

// Loaded when the first cycle is met.
let circular;

Module._load = function(request, parent, isMain) {
  const id = builtinId(request);
  if (request.startsWith('node:')) return loadWithPrefix(request, id);
  if (id !== undefined) {
    const standIn = Module._cache[id];
    return standIn === undefined ? loadBuiltin(id) : standIn.exports;
  }
  const filename = Module._resolveFilename(request, parent, isMain);
  // '#name' may stand for a module of the library.
  if (request[0] === '#' && builtinId(filename) !== undefined) return loadBuiltin(builtinId(filename));
  const cached = Module._cache[filename];
  if (cached !== undefined) {
    if (parent && !parent.children.includes(cached)) parent.children.push(cached);
    if (cached.loaded === false) {
      circular ??= require('internal/modules/circular');
      circular.watch(cached.exports);
    }
    return cached.exports;
  }
  const loaded = new Module(filename, parent);
  if (isMain) {
    process.mainModule = loaded;
    loaded.id = '.';
  }
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
};

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
};

Module.prototype.require = function(request) {
  if (typeof request !== 'string') {
    require('internal/validators').validateString(request, 'id');
  }
  if (request === '') {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('id', request, 'must be a non-empty string');
  }
  return Module._load(request, this, false);
};

Module.prototype._compile = function(content, filename) {
  const body = content.startsWith('#!') ? `//${content.slice(2)}` : content;
  const run = compile(body, filename);
  if (run === undefined) return runAsModule(this, filename);
  const exports = this.exports;
  return run.call(exports, exports, makeRequire(this), this, filename, path.dirname(filename));
};

// Loaded when a program first asks for it.
let wrapper;

for (const name of ['wrap', 'wrapper']) {
  Object.defineProperty(Module, name, {
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
  });
}

function defineWrapper() {
  wrapper = require('internal/modules/wrapper');
  Object.defineProperties(Module, wrapper.properties);
}

// undefined if it is an ES module.
function compile(body, filename) {
  try {
    return wrapper?.compileChanged(body, filename) ??
      native.compileFunction(body, filename, kParameters);
  } catch (error) {
    if (isModuleAfterAll(error, body, filename)) return undefined;
    throw showPlace(error, filename);
  }
}

// A syntax error tells its place in front of the stack.
function showPlace(error, filename) {
  if (error instanceof SyntaxError && error.fileName === filename) {
    const place = { file: filename, line: error.lineNumber, column: error.columnNumber };
    const context = require('internal/process/fatal').sourceContext(place);
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
  if (typeOf(filename) === 'module') runAsModule(owner, filename);
  else owner._compile(readSource(filename), filename);
};

function runAsModule(owner, filename) {
  const esm = require('internal/modules/esm');
  if (owner === process.mainModule) {
    process.mainModule = undefined;
    esm.runMain(filename);
  } else {
    owner.exports = esm.requireModule(filename);
  }
}

// What a file is by its name and its package: 'module', 'commonjs', or undefined if neither says.
function typeOf(filename) {
  if (filename.endsWith('.mjs')) return 'module';
  if (!filename.endsWith('.js')) return 'commonjs';
  return require('internal/modules/resolve').packageType(filename);
}

// A file that cannot be compiled as CommonJS may be an ES module of which nothing says so.
function isModuleAfterAll(error, source, filename) {
  return error instanceof SyntaxError && error.fileName === filename && typeOf(filename) === undefined &&
    binding('esm').isModule(source);
}

Module._extensions['.json'] = function(owner, filename) {
  try {
    owner.exports = JSON.parse(readSource(filename));
  } catch (error) {
    error.message = `${filename}: ${error.message}`;
    throw error;
  }
};

Module._extensions['.node'] = function() {
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED('Loading a native addon');
};

Module.createRequire = function createRequire(filename) {
  let file = filename;
  if (file instanceof require('internal/url').URL || (typeof file === 'string' && file.startsWith('file:'))) {
    file = require('internal/url').fileURLToPath(file);
  }
  if (typeof file !== 'string' || !path.isAbsolute(file)) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('filename', filename,
                                    'must be a file URL object, file URL string, or absolute path string');
  }
  const trailing = file.endsWith('/');
  const owner = new Module(trailing ? path.join(file, 'noop.js') : file);
  owner.filename = owner.id;
  owner.paths = nodeModulePaths(owner.path);
  return makeRequire(owner);
};

Object.defineProperty(Module, '_stat', {
  __proto__: null, value: native.fileKind, writable: true, configurable: true, enumerable: false,
});

Module.getSourceMapsSupport = function getSourceMapsSupport() {
  return require('internal/modules/source_maps').getSourceMapsSupport();
};

Module.setSourceMapsSupport = function setSourceMapsSupport(enabled, options) {
  require('internal/modules/source_maps').setSourceMapsSupport(enabled, options);
};

// Where modules are looked for after all node_modules folders.
Module._initPaths = function() {
  const { envGet, execPath } = binding('process');
  const home = envGet('HOME');
  const paths = [path.resolve(execPath(), '..', '..', 'lib', 'node')];
  if (home) paths.unshift(path.resolve(home, '.node_modules'), path.resolve(home, '.node_libraries'));
  const listed = envGet('NODE_PATH');
  if (listed) paths.unshift(...listed.split(path.delimiter).filter((folder) => folder !== ''));
  Module.globalPaths = paths;
};
Module._initPaths();

Module._preloadModules = function(requests) {
  const parent = new Module('internal/preload', null);
  parent.paths = nodeModulePaths(workingFolder());
  isPreloading = true;
  for (let i = 0; i < requests.length; i++) parent.require(requests[i]);
  isPreloading = false;
};
Module.runMain = () => runMain(process.argv[1]);

// If the working folder was removed, that of the program stands for it.
function workingFolder() {
  const folder = binding('process').cwd();
  return typeof folder === 'string' ? folder : path.dirname(process.execPath);
}

// The modules that `-r` names, before the program.
function preload() {
  if (!binding('process').hasOptions()) return;
  const requests = require('internal/process/options').getOptions('--require');
  if (requests.length > 0) Module._preloadModules(requests);
}

function runMain(file) {
  preload();
  Module._load(path.resolve(file), null, true);
}

// `-e`, `-p` and standard input: a script in the global scope that has require and module, too.
function runEval(text, name, print) {
  require('internal/process/fatal').rememberSource(name, text);
  const owner = new Module(name);
  owner.filename = path.join(workingFolder(), name);
  owner.paths = nodeModulePaths(workingFolder());
  preload();
  globalThis.module = owner;
  globalThis.exports = owner.exports;
  globalThis.require = makeRequire(owner);
  globalThis.__filename = name;
  globalThis.__dirname = '.';
  defineBuiltinGlobals();
  const result = native.runScript(text, name);
  if (print) require('internal/process/lifecycle').printAtExit(result);
}

// In `-e` every module of the library is a global, as in the REPL.
function defineBuiltinGlobals() {
  for (const id of native.libraryIds()) {
    if (id.includes('/') || id in globalThis) continue;
    Object.defineProperty(globalThis, id, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() { return loadBuiltin(id); },
      set(value) {
        Object.defineProperty(globalThis, id, {
          __proto__: null, value, writable: true, configurable: true, enumerable: true,
        });
      },
    });
  }
}

module.exports = { Module, runMain, runEval };
