import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openAboutData } from './about/about-data.ts';
import { createAccelerationSource, type Fetcher } from './accelerations/acceleration-source.ts';
import { openProofs } from './proofs/verified-proofs.ts';

const relay = 'https://relay.example';

it.each<[string, (fetcher: Fetcher) => (i: number) => Promise<unknown>]>([
  [
    'images of the about page',
    (fetcher) => {
      const data = openAboutData({ directory: undefined, relay }, fetcher);
      return (i) => data.image('donations', `name-${i}`);
    },
  ],
  [
    'proofs',
    (fetcher) => {
      const proofs = openProofs({ directory: undefined, relay }, fetcher);
      return (i) => proofs.find(`key-${i}`);
    },
  ],
  [
    'accelerations',
    (fetcher) => {
      const source = createAccelerationSource(relay, fetcher, () => 1);
      return (i) => source.find(String(i).padStart(64, '0'));
    },
  ],
])('sends few requests for %s at a time to a relay that does not answer', async (_, open) => {
  let sent = 0;
  const ask = open(() => {
    sent++;
    return new Promise<Response>(() => undefined);
  });
  const failures: unknown[] = [];
  for (let i = 0; i < 500; i++) void ask(i).catch((error: unknown) => failures.push(error));
  await turn();
  expect([sent, failures.length]).toEqual([8, 460]);
});

it('does not repeat a request that has just failed', async () => {
  let sent = 0;
  const fetcher: Fetcher = async () => {
    sent++;
    return new Response(null, { status: 500 });
  };
  const data = openAboutData({ directory: undefined, relay }, fetcher);
  const proofs = openProofs({ directory: undefined, relay }, fetcher);
  for (let i = 0; i < 3; i++) {
    await expect(data.list('donations')).rejects.toThrow('answered 500');
    await expect(proofs.find('verified')).rejects.toThrow('answered 500');
  }
  expect(sent).toBe(2);
});
