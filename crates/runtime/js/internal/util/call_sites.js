// util.getCallSites(): the frames of the stack of whoever calls it.
'use strict';

const { captureSites } = require('internal/captured_sites');
const { validateBoolean, validateInteger, validateObject } = require('internal/validators');

function getCallSites(frameCount = 10, options = undefined) {
  if (options === undefined && typeof frameCount === 'object') {
    options = frameCount;
    frameCount = 10;
    validateObject(options, 'options');
  } else {
    validateInteger(frameCount, 'frameCount', 1, 200);
    if (options !== undefined) validateObject(options, 'options');
  }
  // Nothing here has a source map: the positions are those of the code that runs.
  if (options?.sourceMap !== undefined) validateBoolean(options.sourceMap, 'options.sourceMap');
  return captureSites(frameCount, getCallSites).map(describeSite);
}
Object.defineProperty(getCallSites, 'length', { __proto__: null, value: 0, configurable: true });

function describeSite(site) {
  const columnNumber = site.getColumnNumber();
  return {
    __proto__: null,
    functionName: site.getFunctionName() ?? '',
    // The engine numbers no scripts.
    scriptId: '',
    scriptName: site.getFileName() ?? '',
    lineNumber: site.getLineNumber(),
    columnNumber,
    column: columnNumber,
  };
}

module.exports = { getCallSites };
