// Coded errors of finding, loading and linking modules, and of `vm`.
'use strict';

const { formatList } = require('internal/errors/received');

function from(base) {
  return base ? ` imported from ${base}` : '';
}

function addUrl(position) {
  return (error, args) => {
    if (!args[position]) return;
    Object.defineProperty(error, 'url', {
      __proto__: null, value: `${args[position]}`, writable: true, configurable: true, enumerable: true,
    });
  };
}

function invalidPackageTarget(packagePath, key, target, isImport = false, base = undefined) {
  const isRelative = typeof target === 'string' && !target.startsWith('./');
  const hint = isRelative && !isImport && target.length > 0 ? '; targets must start with "./"' : '';
  const field = isImport ? 'imports' : 'exports';
  const shown = JSON.stringify(target);
  return key === '.' ?
    `Invalid "exports" main target ${shown} defined in the package config ` +
      `${packagePath}package.json${from(base)}${hint}` :
    `Invalid "${field}" target ${shown} defined for '${key}' in the package config ` +
      `${packagePath}package.json${from(base)}${hint}`;
}

function packagePathNotExported(packagePath, subpath, base = undefined) {
  return subpath === '.' ?
    `No "exports" main defined in ${packagePath}package.json${from(base)}` :
    `Package subpath '${subpath}' is not defined by "exports" in ${packagePath}package.json${from(base)}`;
}

function requireEsm(filename, hasEsmSyntax, parentPath = null, packageJsonPath = null) {
  const text = `require() of ES Module ${filename}${parentPath ? ` from ${parentPath}` : ''} not supported.`;
  if (!packageJsonPath) {
    return parentPath === null ? text :
      `${text}\nInstead change the require of ${filename} to a dynamic import() ` +
      'which is available in all CommonJS modules.';
  }
  const basename = filename.slice(filename.lastIndexOf('/') + 1);
  if (hasEsmSyntax) {
    return `${text}\nInstead change the require of ${basename} in ${parentPath} to a dynamic import() ` +
      'which is available in all CommonJS modules.';
  }
  return `${text}\n${basename} is treated as an ES module file as it is a .js file whose nearest parent ` +
    'package.json contains "type": "module" which declares all .js files in that package scope as ES modules.\n' +
    `Instead either rename ${basename} to end in .cjs, change the requiring code to use dynamic import() ` +
    'which is available in all CommonJS modules, or change "type": "module" to "type": "commonjs" in ' +
    `${packageJsonPath} to treat all .js files as CommonJS (using .mjs for all ES modules instead).\n`;
}

function requireAsyncModule(filename, requireStack = [], places) {
  let text = 'require() cannot be used on an ESM graph with top-level await. Use import() instead.';
  if (places === undefined) text += ' To see where the top-level await comes from, use --experimental-print-required-tla.';
  if (filename) text += `\nRequired module: ${filename}`;
  if (requireStack.length > 0) text += `\nRequire stack:\n- ${requireStack.join('\n- ')}`;
  return text;
}

// Who required it, and where it waits if that is to be shown, go along with the error unseen.
function describeAsyncModule(error, [, requireStack = [], places]) {
  const hide = (name, value) => Object.defineProperty(error, name, {
    __proto__: null, value, writable: true, configurable: true, enumerable: false,
  });
  hide('requireStack', requireStack);
  if (places === undefined) return;
  hide('topLevelAwaitLocations', places);
  const { fileURLToPath } = require('internal/url');
  const shown = places.map(({ url, line, column, sourceLine }) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    return `${file}:${line}\n\n${sourceLine}\n${' '.repeat(column - 1)}^\n`;
  });
  hide('stack', `${shown.join('\n')}\n${error.stack}`);
}

function requireRace(filename, parentFilename, isInLoaderThread) {
  return `Cannot require() ES Module ${filename} because it is not yet fully loaded.\n` +
    'This may be caused by a race condition if the module is simultaneously dynamically ' +
    'import()-ed via Promise.all().\nTry await-ing the import() sequentially in a loop instead.\n' +
    ` (From ${parentFilename ? `${parentFilename} in` : ''} ` +
    `${isInLoaderThread ? 'loader hook worker thread' : 'non-loader-hook thread'})`;
}

module.exports = {
  ERR_DLOPEN_FAILED: [Error, '{0}'],
  ERR_IMPORT_ATTRIBUTE_MISSING: [TypeError, 'Module "{0}" needs an import attribute of "{1}: {2}"'],
  ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: [TypeError, 'Module "{0}" is not of type "{1}"'],
  ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: [TypeError, (key, value, url) =>
    `Import attribute "${key}" with value "${value}" is not supported${url === undefined ? '' : ` in ${url}`}`],
  ERR_INVALID_MODULE: [Error, 'No such module: {0}'],
  ERR_INVALID_MODULE_SPECIFIER: [TypeError, (specifier, reason, base) =>
    `Invalid module "${specifier}" ${reason}${from(base)}`],
  ERR_INVALID_PACKAGE_CONFIG: [Error, (path, base, message) =>
    `Invalid package config ${path}${base ? ` while importing ${base}` : ''}${message ? `. ${message}` : ''}`],
  ERR_INVALID_PACKAGE_TARGET: [Error, invalidPackageTarget],
  ERR_INVALID_TYPESCRIPT_SYNTAX: [SyntaxError, '{0}'],
  ERR_LOADER_CHAIN_INCOMPLETE: [Error,
    '"{0}" did not call the next hook in its chain and did not explicitly signal a short circuit. ' +
    "If this is intentional, include `shortCircuit: true` in the hook's return."],
  ERR_MODULE_LINK_MISMATCH: [TypeError, '{0}'],
  ERR_MODULE_NOT_FOUND: [Error, (path, base, exactUrl) =>
    `Cannot find ${exactUrl ? 'module' : 'package'} '${path}'${from(base)}`, addUrl(2)],
  ERR_NO_TYPESCRIPT: [Error, 'Node.js is not compiled with TypeScript support'],
  ERR_PACKAGE_IMPORT_NOT_DEFINED: [TypeError, (specifier, packagePath, base) =>
    `Package import specifier "${specifier}" is not defined` +
    `${packagePath ? ` in package ${packagePath}package.json` : ''}${from(base)}`],
  ERR_PACKAGE_MAP_EXTERNAL_FILE: [Error,
    'Cannot resolve "{0}" from "{1}": file is not within any package defined in {2}'],
  ERR_PACKAGE_MAP_INVALID: [SyntaxError, 'Invalid package-map.json at "{0}": {1}'],
  ERR_PACKAGE_MAP_KEY_NOT_FOUND: [Error, 'Package key "{0}" referenced in dependencies but not defined in {1}'],
  ERR_PACKAGE_PATH_NOT_EXPORTED: [Error, packagePathNotExported],
  ERR_ASYNC_LOADER_REQUEST_NEVER_SETTLED: [Error, 'Async loader request never settled'],
  ERR_REQUIRE_ASYNC_MODULE: [Error, requireAsyncModule, describeAsyncModule],
  ERR_REQUIRE_CYCLE_MODULE: [Error, '{0}'],
  ERR_REQUIRE_ESM: [Error, requireEsm],
  ERR_REQUIRE_ESM_RACE_CONDITION: [Error, requireRace],
  ERR_SOURCE_PHASE_NOT_DEFINED: [SyntaxError, "Source phase import object is not defined for module '{0}'"],
  ERR_UNKNOWN_BUILTIN_MODULE: [Error, 'No such built-in module: {0}'],
  ERR_UNKNOWN_FILE_EXTENSION: [TypeError, 'Unknown file extension "{0}" for {1}'],
  ERR_UNKNOWN_MODULE_FORMAT: [RangeError, 'Unknown module format: {0} for URL {1}'],
  ERR_UNSUPPORTED_DIR_IMPORT: [Error, (path, base) =>
    `Directory import '${path}' is not supported resolving ES modules imported from ${base}`, addUrl(2)],
  ERR_UNSUPPORTED_ESM_URL_SCHEME: [Error, (url, supported) =>
    `Only URLs with a scheme in: ${formatList(supported)} are supported by the default ESM loader. ` +
    `Received protocol '${url.protocol}'`],
  ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING: [Error,
    'Stripping types is currently unsupported for files under node_modules, for "{0}"'],
  ERR_UNSUPPORTED_RESOLVE_REQUEST: [TypeError,
    'Failed to resolve module specifier "{0}" from "{1}": Invalid relative URL or base scheme is not hierarchical.'],
  ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX: [SyntaxError, '{0}'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING: [TypeError, 'A dynamic import callback was not specified.'],
  ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG: [TypeError,
    'A dynamic import callback was invoked without --experimental-vm-modules'],
  ERR_VM_MODULE_ALREADY_LINKED: [Error, 'Module has already been linked'],
  ERR_VM_MODULE_CANNOT_CREATE_CACHED_DATA: [Error,
    'Cached data cannot be created for a module which has been evaluated'],
  ERR_VM_MODULE_DIFFERENT_CONTEXT: [Error, 'Linked modules must use the same context'],
  ERR_VM_MODULE_LINK_FAILURE: [Error, '{0}', (error, args) => { if (args.length > 1) error.cause = args[1]; }],
  ERR_VM_MODULE_NOT_MODULE: [Error, 'Provided module is not an instance of Module'],
  ERR_VM_MODULE_STATUS: [Error, 'Module status {0}'],
};
