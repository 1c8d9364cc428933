// Files with JSX: it becomes calls of functions, by the runtime that tsconfig.json or a comment names.
'use strict';

const { settingsOf } = require('internal/modules/tsconfig');

// { source, isModule } of a text. `isModule` is undefined if the text is to tell.
function transform(text, file, isModule) {
  const hasTypes = file.endsWith('.tsx');
  if (hasTypes) require('internal/modules/typescript').checkPlace(file);
  const { jsx, jsxImportSource = 'react', jsxFactory, jsxFragmentFactory } = settingsOf(file);
  const isClassic = jsx === 'react' || (jsxFactory !== undefined && jsx === undefined);
  const done = binding('syntax').transformJsx(
    text, hasTypes, isModule, isClassic ? undefined : jsxImportSource,
    jsxFactory ?? 'React.createElement', jsxFragmentFactory ?? 'React.Fragment');
  if (typeof done[0] === 'string') return { source: done[0], isModule: done[1] };
  throw require('internal/modules/typescript').describe(done, file, text);
}

function isJsx(file) {
  return file.endsWith('.jsx') || file.endsWith('.tsx');
}

module.exports = { isJsx, transform };
