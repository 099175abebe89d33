// Reports exported items without a docstring: `npm run check:docs`. Declarations of one name share a docstring, such as a schema
// and its static type. A route module may have a file comment instead, and tests need none.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(ts|tsx|cts)$/.test(file) && !/\.d\.ts$|\.test\.tsx?$|\/fixtures\//.test(file));

const isRouteModule = (file: string) => file.includes('/web/src/app/routes/') || file.endsWith('/web/src/app/root.tsx');

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.Statement & { name?: ts.Identifier };
  return [name?.text ?? 'default'];
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

let findings = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  if (isRouteModule(file) && /^\s*(?:\/\*\*|\/\/)/.test(text)) continue;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exported = source.statements.filter(isExported);
  const hasDocstring = (statement: ts.Statement) =>
    (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).some(({ pos }) => text.startsWith('/**', pos));
  const documented = new Set(exported.filter(hasDocstring).flatMap(namesOf));
  for (const statement of exported) {
    const missing = namesOf(statement).filter((name) => !documented.has(name));
    if (missing.length === 0) continue;
    findings += 1;
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart());
    console.log(`${file}:${line + 1}: ${missing.join(', ')} has no docstring`);
  }
}
console.log(`${files.length} files, ${findings} exported items without a docstring`);
process.exit(findings === 0 ? 0 : 1);
