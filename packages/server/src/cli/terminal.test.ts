import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

it('goes on when the reader of the result has closed it, and reports other failures in one sentence', () => {
  const output = new PassThrough();
  const { say } = createTerminal(output);
  say('first');
  output.emit('error', failure('EPIPE'));
  say('second');
  expect(String(output.read())).toBe('first\nsecond\n');
  expect(() => output.emit('error', failure('ENOSPC'))).toThrow('the result cannot be written: ENOSPC: write');
});
