import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A program of the documentation. */
interface ShownProgram {
  /** Id of its route. */
  id: string;
  code: string;
}

/** How a program ended. */
interface ProgramEnd {
  id: string;
  /** Start of its output; undefined without any. */
  output?: unknown;
  /** Message of the exception that ended it. */
  error?: string;
}

/** Runs the modules whose paths it gets one after the other, in one process, and prints the output of each. */
const modules = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const print = console.log;
const ends = [];
for (const { id, file } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const end = { id };
  ends.push(end);
  console.log = (value) => (end.output ??= value);
  try {
    if (file.endsWith('.mjs')) await import(file);
    // a CommonJS program does not export the promise of its function
    else await new Function('require', readFileSync(file, 'utf8').replace(/main\\(\\);$/, 'return main();'))(createRequire(file));
  } catch (error) {
    end.error = String(error?.message ?? error);
  }
}
print(JSON.stringify(ends));
`;

const scripts = `
import json, os, sys
ends = []
os.chdir(os.path.dirname(sys.argv[1]))
for program in json.load(open(sys.argv[1])):
    end = {'id': program['id']}
    ends.append(end)
    def show(value):
        if 'output' not in end:
            end['output'] = value
    try:
        with open(program['file']) as file:
            code = compile(file.read(), program['file'], 'exec')
        exec(code, {'__name__': '__main__', 'print': show})
    except Exception as error:
        end['error'] = f'{type(error).__name__}: {error}'
print(json.dumps(ends))
`;

/** Runs programs in one process of their language, in `directory`. */
export async function runPrograms(
  directory: string,
  language: 'commonjs' | 'esm' | 'python',
  programs: readonly ShownProgram[],
): Promise<ProgramEnd[]> {
  const extension = { commonjs: 'cjs', esm: 'mjs', python: 'py' }[language];
  const listed = await Promise.all(
    programs.map(async ({ id, code }) => {
      const file = join(directory, `${id}.${extension}`);
      await writeFile(file, code);
      return { id, file };
    }),
  );
  const list = join(directory, `${extension}.json`);
  await writeFile(list, JSON.stringify(listed));
  const isPython = language === 'python';
  const runner = join(directory, isPython ? 'runner.py' : 'runner.mjs');
  await writeFile(runner, isPython ? scripts : modules);
  const { stdout } = await promisify(execFile)(isPython ? 'python3' : process.execPath, [runner, list], {
    cwd: directory,
    maxBuffer: 1e9,
  });
  return JSON.parse(stdout) as ProgramEnd[];
}

/** A step to an item of a list or to a property. */
type Step = '[]' | `.${string}`;

/** Whether a schema declares a path. */
export function declares(schema: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return true;
  const { anyOf, allOf, items, properties, patternProperties, additionalProperties, type } = schema as Record<
    string,
    unknown
  >;
  const parts = [anyOf, allOf].flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : []));
  if (parts.length > 0) return parts.some((part) => declares(part, [step, ...rest]));
  // any JSON
  if (type === undefined) return true;
  if (step === '[]') return type === 'array' && [items].flat().some((item) => declares(item, rest));
  const property = (properties as Record<string, unknown> | undefined)?.[step.slice(1)];
  const others = Object.values((patternProperties ?? {}) as Record<string, unknown>);
  if (property !== undefined) return declares(property, rest);
  return additionalProperties === undefined || others.some((other) => declares(other, rest));
}

/** Returns the distinct paths of the keys of an indented answer, which may be shortened and end anywhere. */
export function shownPaths(answer: string): Step[][] {
  const paths = new Map<string, Step[]>();
  const open: Step[][] = [];
  for (const line of answer.split('\n')) {
    const key = /^ *"((?:[^"\\]|\\.)*)": /.exec(line)?.[1];
    const own: Step[] = key === undefined ? [] : [`.${key}`];
    if (key !== undefined) {
      const path = [...open.flat(), ...own];
      paths.set(path.join(''), path);
    }
    if (line.endsWith('[')) open.push([...own, '[]']);
    if (line.endsWith('{')) open.push(own);
    if (/^ *[\]}]/.test(line)) open.pop();
  }
  return [...paths.values()];
}
