// Which tests are left out: by their names, their tags and the option `only`.
'use strict';

function isFilteredOut(test) {
  const { settings } = test.harness;
  if (test.parent === null || test.isNeverFiltered || test.hasFailedToBuild) return false;
  return isLeftOutByOnly(test, settings) || isLeftOutByName(test, settings) || isLeftOutByTags(test, settings);
}

function isRoot(test) {
  return test.parent === null;
}

// In a suite that has the option and nothing within it that has, all run.
function takesAll(suite, isOnlyMode) {
  if (suite.hasOnlyInside) return false;
  if (suite.only) return true;
  return !isRoot(suite) && suite.only === undefined && takesAllWithin(suite.parent, isOnlyMode);
}

function takesAllWithin(parent, isOnlyMode) {
  if (isRoot(parent)) return !isOnlyMode;
  return parent.kind === 'suite' ? !isOnlyMode || takesAll(parent, isOnlyMode) : !parent.runsOnly;
}

// Nobody has to ask for it: a single test that has the option is enough.
function isLeftOutByOnly(test, settings) {
  if (test.only) return false;
  const isOnlyMode = settings.only || test.harness.root.hasOnlyInside;
  if (isOnlyMode && test.only === false) return true;
  if (test.kind === 'suite' && test.hasOnlyInside && isOnlyMode) return false;
  return !takesAllWithin(test.parent, isOnlyMode);
}

function namesOf(test) {
  const names = [];
  for (let at = test; !isRoot(at); at = at.parent) names.unshift(at.name);
  return names.join(' ');
}

function matchesAny(patterns, test) {
  const path = namesOf(test);
  return patterns.some((pattern) => RegExp.prototype.exec.call(pattern, test.name) !== null ||
    RegExp.prototype.exec.call(pattern, path) !== null);
}

function isLeftOutByName(test, settings) {
  const { namePatterns, skipPatterns } = settings;
  if (skipPatterns?.length > 0 && matchesAny(skipPatterns, test)) return true;
  return namePatterns?.length > 0 && !isWanted(test, (one) => matchesAny(namePatterns, one));
}

function isLeftOutByTags(test, settings) {
  const { tagFilter } = settings;
  return tagFilter !== undefined && !isWanted(test, (one) => one.kind === 'test' && tagFilter(one.tags));
}

// A test is also wanted for what it is in, a suite for what is in it.
function isWanted(test, isWantedItself) {
  for (let at = test; !isRoot(at); at = at.parent) {
    if (isWantedItself(at)) return true;
  }
  return test.kind === 'suite' && hasWanted(test, isWantedItself);
}

function hasWanted(suite, isWantedItself) {
  return suite.children.some((child) => isWantedItself(child) ||
    (child.kind === 'suite' && (child.hasFailedToBuild || hasWanted(child, isWantedItself))));
}

module.exports = { isFilteredOut };
