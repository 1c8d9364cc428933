const ts = require('typescript');
const out = ts.transpileModule(
  'enum E { A, B = "x" }\nexport class C<T> { constructor(private readonly a: T, @dec b?: number) {} get x(): T { return this.a!; } }\nexport default async <T,>(v: T): Promise<T> => v satisfies T;',
  {
    compilerOptions: { target: ts.ScriptTarget.ES2017, module: ts.ModuleKind.CommonJS, experimentalDecorators: true },
    reportDiagnostics: true,
  },
);
console.log(out.outputText, out.diagnostics.length);
const source =
  'interface P { name: string; age?: number }\nfunction f(p: P): number { return p.name; }\nf({ nam: "x" });\nlet u: string | null = null; u.length;\n';
const host = ts.createCompilerHost({});
const read = host.getSourceFile;
host.getSourceFile = (name, ...rest) =>
  name === 'a.ts' ? ts.createSourceFile(name, source, ts.ScriptTarget.Latest) : read(name, ...rest);
const program = ts.createProgram(['a.ts'], { strict: true, noEmit: true, lib: ['lib.es2020.d.ts'], types: [] }, host);
for (const d of ts.getPreEmitDiagnostics(program))
  console.log(
    d.code,
    d.file && d.file.getLineAndCharacterOfPosition(d.start),
    ts.flattenDiagnosticMessageText(d.messageText, '\n'),
  );
const kinds = [];
ts.forEachChild(ts.createSourceFile('b.ts', 'type A = 1; const b = <T>(x: T) => x', ts.ScriptTarget.Latest), (node) =>
  kinds.push(ts.SyntaxKind[node.kind]),
);
console.log(kinds, ts.version);
