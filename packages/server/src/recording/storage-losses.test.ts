import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStorageLosses } from './storage-losses.ts';

it('reports a loss once, and shows the newest one for an hour', () => {
  const lines: string[] = [];
  let now = 0;
  const losses = createStorageLosses(
    pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    () => now,
  );
  expect(losses.current()).toBeUndefined();
  losses.report('samples', 'damaged rows of minutes.samples are skipped');
  losses.report('audits', 'the audit of block 00 is lost');
  now = 3_599_999;
  losses.report('audits', 'the audit of block 00 is lost');
  expect(losses.current()).toBe('A file of the audits is damaged: the audit of block 00 is lost.');
  now++;
  expect(losses.current()).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'storage-damaged', store: 'samples' },
    { event: 'storage-damaged', store: 'audits' },
  ]);
});
