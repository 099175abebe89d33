import type { AccelerationRecord } from '@glassblock/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../answer.ts';
import type { LoadKit } from '../load.ts';
import type { Site } from '../site/site.ts';
import { askMiningPools } from './ask-mining-pools.ts';
import { requestOf } from './tx-acceleration-data.ts';

const txid = '11'.repeat(32);
const record = (more: Partial<AccelerationRecord>): AccelerationRecord => ({
  txid: '22'.repeat(32),
  status: 'completed',
  added: 1,
  effectiveFee: 1,
  effectiveVsize: 1,
  blockHeight: 100,
  ...more,
});
const others = (count: number) => Array.from({ length: count }, () => record({}));

/** A mainnet page with these answers in turn; the last one repeats. */
function kitOf(answers: Promise<Answer<unknown>>[], accelerator = true) {
  const asked: string[] = [];
  const get = (path: string) => {
    asked.push(path);
    return answers[Math.min(asked.length, answers.length) - 1];
  };
  const kit: LoadKit = {
    api: { get: get as LoadKit['api']['get'] },
    site: { accelerator } as Site,
    network: 'mainnet',
    prefix: '',
    apiPrefix: '',
    params: {},
    query: new URLSearchParams(),
    chosen: {},
  };
  return { kit, asked };
}
const page = (body: AccelerationRecord[], total?: number): Promise<Answer<unknown>> =>
  Promise.resolve({ ok: true, body, ...(total !== undefined && { total }) });
const failed: Promise<Answer<unknown>> = Promise.resolve({ ok: false, status: 500, message: '' });

afterEach(() => vi.useRealTimers());

test('searches the requests of a block page by page, to the end', async () => {
  const wanted = record({ txid });
  const { kit, asked } = kitOf([page(others(50)), page([...others(3), wanted])]);
  expect(await requestOf(kit, txid, 100)).toEqual(wanted);
  expect(asked.map((path) => path.slice(path.indexOf('&page')))).toEqual([
    '&page=1&pageLength=50&blockHeight=100',
    '&page=2&pageLength=50&blockHeight=100',
  ]);
  const published = kitOf([page(others(50), 50)]);
  expect(await requestOf(published.kit, txid, 100)).toBeUndefined();
  expect(published.asked).toHaveLength(1);
  const endless = kitOf([page(others(50))]);
  expect(await requestOf(endless.kit, txid, 100)).toBeUndefined();
  expect(endless.asked).toHaveLength(6);
});

test('ignores records of another block, and failures', async () => {
  expect(await requestOf(kitOf([page([record({ txid, blockHeight: 99 })])]).kit, txid, 100)).toBeUndefined();
  expect(await requestOf(kitOf([failed]).kit, txid, 100)).toBeUndefined();
  expect(await askMiningPools(kitOf([failed]).kit.api, '')).toEqual([]);
});

test('waits at most two seconds for a source', async () => {
  vi.useFakeTimers();
  const { kit } = kitOf([new Promise(() => undefined)]);
  const asking = requestOf(kit, txid, 100);
  let isDone = false;
  void asking.then(() => {
    isDone = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await asking).toBeUndefined();
});

test('requests nothing where accelerations are disabled', async () => {
  const { kit, asked } = kitOf([failed], false);
  expect(await requestOf(kit, txid, 100)).toBeUndefined();
  expect(
    await requestOf({ ...kit, site: { accelerator: true } as Site, network: 'signet' }, txid, 100),
  ).toBeUndefined();
  expect(asked).toEqual([]);
});
