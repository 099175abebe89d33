import { constants } from 'node:os';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createLogOutput } from './log-output.ts';

const failure = (code: 'ENOSPC' | 'EPIPE' | 'EAGAIN') =>
  Object.assign(new Error(code), { code, errno: -constants.errno[code] });

/** A logger whose writes give these results, one after the other: a number of bytes, or an error. */
function logTo(results: (number | Error)[]) {
  const written: string[] = [];
  const complaints: string[] = [];
  const output = createLogOutput({
    write(bytes) {
      const result = results.shift() ?? bytes.length;
      if (result instanceof Error) throw result;
      written.push(Buffer.from(bytes.subarray(0, result)).toString());
      return result;
    },
    complain: (line) => complaints.push(line),
  });
  const log = pino({ base: null, timestamp: false }, output);
  return { log, text: () => written.join(''), complaints };
}
const line = (msg: string) => `{"level":30,"msg":"${msg}"}\n`;

it('drops lines while the disk is full, reports it once, and goes on when there is room', () => {
  const { log, text, complaints } = logTo([failure('ENOSPC'), failure('ENOSPC')]);
  for (const word of ['first', 'second', 'third']) log.info(word);
  expect(text()).toBe(line('third'));
  expect(complaints).toEqual(['glassblock: lines of the log are lost: no space left on device (ENOSPC)']);
});

it('drops lines without a report when the reader of the log has ended', () => {
  const { log, text, complaints } = logTo([failure('EPIPE')]);
  log.info('first');
  expect({ text: text(), complaints }).toEqual({ text: '', complaints: [] });
});

it('writes the rest of a line that was written in part, and waits for a slow reader', () => {
  const { log, text } = logTo([5, failure('EAGAIN'), 3]);
  log.info('whole');
  expect(text()).toBe(line('whole'));
});
