import { expect, test } from 'vitest';
import { createProcessEnd } from './process-end.ts';

function setUp() {
  const log: unknown[] = [];
  let isOver: (() => void) | undefined;
  const ending = createProcessEnd({
    complain: (line) => log.push(line),
    explain: (error) => log.push(error),
    exit: (code) => log.push(`exit ${code}`),
    kill: () => log.push('kill'),
    later(call, ms) {
      log.push(`after ${ms} ms`);
      isOver = call;
    },
  });
  return { log, ending, timeIsOver: () => isOver?.() };
}

test('runs the steps in reverse order and exits, once', async () => {
  const { log, ending } = setUp();
  for (const name of ['first', 'second']) ending.add(async () => void log.push(name));
  expect(ending.isEnding).toBe(false);
  await Promise.all([ending.end(0), ending.end(1)]);
  expect(ending.isEnding).toBe(true);
  expect(log).toEqual(['after 15000 ms', 'second', 'first', 'exit 0']);
});

test('kills the process with a sentence when a step does not end', () => {
  const { log, ending, timeIsOver } = setUp();
  ending.add(async () => void log.push('not reached'));
  ending.add(() => new Promise<void>(() => undefined), 20_000);
  void ending.end(0);
  expect(log).toEqual(['after 35000 ms']);
  timeIsOver();
  expect(log.slice(1)).toEqual(['glassblock: the stop took too long and was forced', 'kill']);
});

test('reports a step that fails, and runs those after it', async () => {
  const { log, ending } = setUp();
  const fault = new Error('ours');
  ending.add(async () => void log.push('files are removed'));
  ending.add(() => Promise.reject(fault));
  await ending.end(1);
  expect(log).toEqual(['after 15000 ms', fault, 'files are removed', 'exit 1']);
});
