import { types } from 'cassandra-driver';
import { expect, it } from 'vitest';
import { whenDefinitionsKnown } from './definitions-known.ts';

const unknownKeyspace = Object.assign(new Error("Keyspace 'index_mainnet' doesn't exist"), {
  code: types.responseErrorCodes.invalid,
});

/** A clock on which each pause takes its time. */
function createClock() {
  let ms = 0;
  return {
    nowMs: () => ms,
    async wait(forMs: number) {
      ms += forMs;
    },
  };
}

it.each([
  ['a node', unknownKeyspace],
  ['one of several nodes', Object.assign(new Error('no host'), { innerErrors: { '10.0.0.2': unknownKeyspace } })],
])('repeats a request for which %s lacks the keyspace', async (_, error) => {
  let calls = 0;
  const request = async () => {
    if (++calls < 4) throw error;
    return 'created';
  };
  expect(await whenDefinitionsKnown(request, createClock())).toBe('created');
  expect(calls).toBe(4);
});

it('reports that the keyspace is unknown after a minute', async () => {
  const clock = createClock();
  const request = () => Promise.reject(unknownKeyspace);
  await expect(whenDefinitionsKnown(request, clock)).rejects.toBe(unknownKeyspace);
  expect(clock.nowMs()).toBeGreaterThanOrEqual(60_000);
  expect(clock.nowMs()).toBeLessThan(63_000);
});

it.each([
  [
    'a fault of the query',
    Object.assign(new Error('line 1: no viable alternative'), { code: types.responseErrorCodes.syntaxError }),
  ],
  [
    'a missing permission',
    Object.assign(new Error('User has no CREATE permission'), { code: types.responseErrorCodes.unauthorized }),
  ],
  [
    'an unreachable cluster',
    Object.assign(new Error('no host'), { innerErrors: { '10.0.0.2': new Error('refused') } }),
  ],
])('reports %s at once', async (_, error) => {
  let calls = 0;
  const request = () => {
    calls++;
    return Promise.reject(error);
  };
  await expect(whenDefinitionsKnown(request, createClock())).rejects.toBe(error);
  expect(calls).toBe(1);
});
