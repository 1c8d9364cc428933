// The first JavaScript to run: the loader of library files, the process object, the globals; then
// the program. Evaluates to a function that Rust calls once. `$` is what the library uses of the language.
(function start(compile, binding, $) {
  'use strict';
  const modules = new Map();
  let process;

  function require(id) {
    let module = modules.get(id);
    if (module === undefined) {
      module = { id, exports: {}, loaded: false };
      modules.set(id, module);
      try {
        compile(id)(module.exports, require, module, process, binding, $);
      } catch (error) {
        // The stack may have been full: the next one to ask is to get the whole file.
        modules.delete(id);
        throw error;
      }
      module.loaded = true;
    }
    return module.exports;
  }

  process = require('internal/process/object').process;
  require('internal/task_queue').install();
  require('internal/process/lifecycle').install();
  require('internal/globals').install(globalThis);
  require('internal/main').run();
})
