// Trace events of scripts that are compiled and run: 'node,node.vm,node.vm.script'.
'use strict';

const { comeBetween } = require('internal/tracing/between');
const { emit, emitSpan } = require('internal/tracing/emit');

const kCategory = 'node,node.vm,node.vm.script';

function compile(next) {
  return (...args) => {
    emit('B', kCategory, 'ContextifyScript::New', undefined, { filename: args[1] });
    try {
      return Reflect.apply(next, undefined, args);
    } finally {
      emit('E', kCategory, 'ContextifyScript::New', undefined);
    }
  };
}

function run(next) {
  return (...args) => emitSpan(kCategory, 'RunInContext', () => Reflect.apply(next, undefined, args));
}

function update(isOn) {
  const isTold = isOn('node', 'node.vm', 'node.vm.script');
  comeBetween(binding('vm'), 'compile', compile, isTold);
  comeBetween(binding('vm'), 'fromCachedData', compile, isTold);
  comeBetween(binding('vm'), 'run', run, isTold);
  comeBetween(binding('modules'), 'runScript', run, isTold);
}

module.exports = { update };
