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
  const isMapped = options?.sourceMap;
  if (isMapped !== undefined) validateBoolean(isMapped, 'options.sourceMap');
  const sites = captureSites(frameCount, getCallSites).map(describeSite);
  const { getSourceMapsSupport, mapSite } = require('internal/modules/source_maps');
  return isMapped !== false && getSourceMapsSupport().enabled ? sites.map(mapSite) : sites;
}
Object.defineProperty(getCallSites, 'length', { __proto__: null, value: 0, configurable: true });

function describeSite(site) {
  const columnNumber = site.getColumnNumber();
  const name = site.getFunctionName();
  return {
    __proto__: null,
    // What a file's own code is called in stacks is no name.
    functionName: name === null || name === 'Object.<anonymous>' ? '' : name,
    // The engine numbers no scripts.
    scriptId: '',
    scriptName: site.getFileName() ?? '',
    lineNumber: site.getLineNumber(),
    columnNumber,
    column: columnNumber,
  };
}

module.exports = { getCallSites };
