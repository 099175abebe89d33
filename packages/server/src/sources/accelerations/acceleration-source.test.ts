import { describe, expect, it } from 'vitest';
import { createAccelerationSource, type Fetcher } from './acceleration-source.ts';
import { changeOf, followAccelerations } from './accelerations.ts';

const txid = 'ab'.repeat(32);
const other = 'cd'.repeat(32);
const one = { txid, added: 5, effectiveVsize: 200, effectiveFee: 400, feeDelta: 9_000, pools: [111, 4] };
const root = 'https://a.example/services/accelerator/accelerations';

/** A source with configurable answers by URL; records the requests. */
function sourceOf(answers: Record<string, { body: unknown; headers?: Record<string, string>; status?: number }>) {
  const asked: string[] = [];
  const clock = { ms: 1_000 };
  const fetcher: Fetcher = async (url) => {
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) return new Response('no', { status: 404 });
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
  return { source: createAccelerationSource('https://a.example/services', fetcher, () => clock.ms), asked, clock };
}

describe('acceleration source', () => {
  it('returns active accelerations without unknown fields', async () => {
    const { source } = sourceOf({ [root]: { body: [{ ...one, secret: 'x' }] } });
    expect(await source.active()).toEqual([one]);
  });

  it.each([
    ['no list', { body: { accelerations: [] } }],
    ['a hostile id', { body: [{ ...one, txid: '<img>' }] }],
    ['a text for a number', { body: [{ ...one, feeDelta: 'much' }] }],
    ['no JSON', { body: '<html>' }],
    ['an error', { body: [], status: 500 }],
    ['too much', { body: `[${' '.repeat(10_000_001)}]` }],
  ])('rejects answers with %s', async (_, answer) => {
    const { source } = sourceOf({ [root]: answer });
    await expect(source.active()).rejects.toMatchObject({ code: 'v1.accelerations-active' });
  });

  it('forwards only well-formed queries, once a minute', async () => {
    const url = `${root}/history?status=completed%2Cfailed&timeframe=1w&page=2&pageLength=50`;
    const record = {
      txid,
      status: 'completed',
      added: 1,
      effectiveFee: 2,
      effectiveVsize: 3,
      blockHeight: 9,
      bidBoost: 7,
    };
    const headers = { 'x-total-count': '51', 'x-oldest-accel': '<b>', 'set-cookie': 'a=b' };
    const { source, asked, clock } = sourceOf({ [url]: { body: [record], headers } });
    const query = {
      status: 'completed,failed',
      timeframe: '1w',
      page: 2,
      pageLength: 50,
    };
    expect(await source.history(query)).toEqual({ value: [record], headers: { 'x-total-count': '51' } });
    await source.history(query);
    expect(asked).toEqual([url]);
    clock.ms = 61_001;
    await source.history(query);
    expect(asked).toEqual([url, url]);
  });

  it('retries immediately after a failure', async () => {
    const { source, asked } = sourceOf({});
    await expect(source.stats({})).rejects.toMatchObject({ code: 'v1.accelerations-active' });
    await expect(source.stats({})).rejects.toMatchObject({ code: 'v1.accelerations-active' });
    expect(asked).toEqual([`${root}/stats`, `${root}/stats`]);
  });
});

describe('list of accelerations', () => {
  it('reports added, changed and removed ones', () => {
    const before = new Map([one, { ...one, txid: other }].map((each) => [each.txid, each]));
    expect(changeOf(before, [one, { ...one, txid: other }])).toEqual({ added: [], removed: [] });
    expect(changeOf(before, [{ ...one, feeDelta: 9_001 }])).toEqual({
      added: [{ ...one, feeDelta: 9_001 }],
      removed: [other],
    });
    expect(changeOf(before, [one, { ...one, txid: other, pools: [111] }]).added).toHaveLength(1);
    expect(changeOf(new Map(), [one])).toEqual({ added: [one], removed: [] });
  });

  it('notifies listeners of changes only, and keeps the list while the source is away', async () => {
    const answers: Parameters<typeof sourceOf>[0] = { [root]: { body: [one] } };
    const { source } = sourceOf(answers);
    const warnings: object[] = [];
    const followed = followAccelerations(source, { warn: (said: object) => void warnings.push(said) });
    const changes: object[] = [];
    followed.onChange((change) => changes.push(change));
    await followed.ask();
    await followed.ask();
    expect(followed.list()).toEqual([one]);
    expect(changes).toEqual([{ added: [one], removed: [] }]);
    delete answers[root];
    await expect(followed.ask()).rejects.toMatchObject({ code: 'v1.accelerations-active' });
    expect(followed.list()).toEqual([one]);
    answers[root] = { body: [] };
    await followed.ask();
    expect(changes[1]).toEqual({ added: [], removed: [txid] });
    followed.stop();
  });
});
