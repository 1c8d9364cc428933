// `--test-global-setup`: a module whose functions run before and after all test files.
'use strict';

const { validateFunction } = require('internal/validators');

// Resolves to the function that ends it, or undefined.
async function setUp({ cwd, globalSetupPath }) {
  if (globalSetupPath === undefined) return undefined;
  const { importFrom } = require('internal/test/import_file');
  const { globalSetup, globalTeardown } = await importFrom(require('path').resolve(cwd, globalSetupPath));
  if (globalSetup !== undefined) validateFunction(globalSetup, 'globalSetup');
  if (globalTeardown !== undefined) validateFunction(globalTeardown, 'globalTeardown');
  await globalSetup?.();
  return globalTeardown;
}

module.exports = { setUp };
