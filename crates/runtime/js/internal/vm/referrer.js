// Who asks for modules in code of vm, and where these come from.
'use strict';

const { isModuleNamespaceObject } = binding('types');
const { codes } = require('internal/errors');

const native = binding('esm');

// What the engine's questions are put to. The loader of the program's own modules (internal/modules/esm.js) hands them on.
class Referrer {
  constructor(owner, loader) {
    // The script, function or module of the program's that has the code.
    this.owner = owner;
    // What gives modules to an `import()`: undefined if there is none.
    this.loader = loader;
  }

  // The engine asks for a module: to be answered by native.fulfil() or native.fail().
  load(specifier, type, isDynamic, request, isSource) {
    this.ask(specifier, type, isSource).then(
      (handle) => native.fulfil(request, handle), (error) => native.fail(request, error));
  }

  // The engine's module that the program's loader gives.
  async ask(specifier, type, isSource) {
    const { loader, owner } = this;
    if (loader === undefined) throw new codes.ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING();
    const attributes = type === '' ? { __proto__: null } : { __proto__: null, type };
    const found = await Reflect.apply(loader, undefined, [specifier, owner, attributes, isSource ? 'source' : 'evaluation']);
    // There is a source of WebAssembly alone.
    if (isSource) throw new codes.ERR_SOURCE_PHASE_NOT_DEFINED(found?.identifier ?? specifier);
    if (isModuleNamespaceObject(found)) return native.ofNamespace(found);
    return require('internal/vm/module').runForImport(found);
  }

  // `import.meta` is read for the first time.
  fillMeta() {}
}

module.exports = { Referrer };
