//! How often code has run: counts that the engine keeps once it is asked to, told by its interface for debuggers.

use crate::{JsResult, Local, Scope};

/// Run in the debugger's realm. What it gives tells of all scripts of files that were compiled since: a text of JSON,
/// `[[url, text, isFunction, scripts], ...]`: whether the file was compiled as a function, whose head is then part of the
/// text. A script is `[start, end, entries]`, and an entry three numbers, `line, column, count`, in the order of the code.
/// That of the file itself comes first.
const COVER: &str = "(function cover(watched) {
  const watch = new Debugger();
  const files = [];
  watch.collectCoverageInfo = true;
  watch.onNewScript = (script) => {
    const { url } = script;
    if (typeof url === 'string' && (url[0] === '/' || url.startsWith('file:'))) files.push(script);
  };
  watch.addDebuggee(watched);
  const tell = (script) => {
    const entries = [];
    const counts = script.getOffsetsCoverage() ?? [];
    counts.sort((a, b) => a.offset - b.offset);
    let last;
    for (const one of counts) {
      const isSame = one.lineNumber === last?.lineNumber && one.columnNumber === last.columnNumber && one.count === last.count;
      if (!isSame) entries.push(one.lineNumber, one.columnNumber, one.count);
      last = one;
    }
    return [script.sourceStart, script.sourceStart + script.sourceLength, entries];
  };
  return () => {
    const told = files.map((file) => {
      const scripts = [file];
      const functions = [];
      for (let i = 0; i < scripts.length; i++) {
        functions.push(tell(scripts[i]));
        scripts.push(...scripts[i].getChildScripts());
      }
      return [file.url, file.source.text, file.isFunction, functions];
    });
    return JSON.stringify(told);
  };
})";

impl<'s> Scope<'s> {
    /// Has the engine count how often the code of this realm runs that is compiled from now on. The function that this gives
    /// tells of it, as a text of JSON.
    pub fn watch_coverage(&mut self) -> JsResult<Local<'s>> {
        let watched = self.global();
        self.in_debugger(COVER, &[watched])
    }
}
