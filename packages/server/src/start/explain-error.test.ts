import { mkdir, readdir } from 'node:fs/promises';
import { CodedError } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { explainError } from './explain-error.ts';

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('has a sentence for each line of an expected failure', () => {
  const error = new CodedError('config.wrong', 'port: must be integer\nhost: must be string');
  expect(explainError(error)).toEqual(['glassblock: port: must be integer', 'glassblock: host: must be string']);
});

it('has a sentence for failures of the file system', async () => {
  const file = import.meta.filename;
  expect(explainError(await errorOf(mkdir(`${file}/index`, { recursive: true })))).toEqual([
    `glassblock: "${file}/index": not a directory (mkdir, ENOTDIR)`,
  ]);
  expect(explainError(await errorOf(readdir(`${file}.d`)))).toEqual([
    `glassblock: "${file}.d": no such file or directory (scandir, ENOENT)`,
  ]);
});

it('has advice for a limit of open files, instead of the file that was next', () => {
  const error = Object.assign(new Error('open'), { path: '/a.js', syscall: 'open', code: 'EMFILE', errno: -24 });
  expect(explainError(error)).toEqual([
    'glassblock: the limit of open files is too low: raise it (ulimit -n 4096, or LimitNOFILE= of systemd)',
  ]);
});

it('has the stack of other errors', () => {
  const error = new TypeError('x is not a function');
  expect(explainError(error)).toEqual([error.stack]);
  expect(explainError('text')).toEqual(['text']);
  expect(explainError(undefined)).toEqual(['undefined']);
});
