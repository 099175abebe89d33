// Some thousand malformed requests to every route; without it an input that no handler expects would be found by clients.
import { request } from 'node:http';
import type { NetworkState } from '@glassblock/contract';
import { type Endpoint, endpoints } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createGarbage,
  documentedStatuses,
  type GarbageRequest,
  type Samples,
  sampleValues,
} from './support/faults/garbage.ts';
import { startTestExplorer, type TestExplorer } from './support/test-explorer.ts';

let devnode: Devnode;
let explorer: TestExplorer;
let samples: Samples;

beforeAll(async () => {
  devnode = await createDevnode({ profile: 'core31', seed: 9, live: false, blocks: 31, mempoolSize: 100 });
  explorer = await startTestExplorer({ node: devnode.rpcUrl, network: 'demo' });
  await explorer.until<NetworkState>('/api/glass/v1/state', ({ index, mempool }) => index.synced && mempool.synced);
  samples = await sampleValues(explorer.get);
});
afterAll(async () => {
  await explorer?.stop();
  await devnode?.stop();
});

/** Sends a request as it is: `fetch` would normalize its path. */
function send({ url, method, body, headers, endpoint }: GarbageRequest): Promise<{ status: number; text: string }> {
  const target = new URL(endpoint.isInternal ? explorer.internalUrl : explorer.url);
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = target;
    const sent = request(
      { host, port, path: url, method, headers: { ...headers, connection: 'close' } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(parts).toString() }));
        response.on('error', reject);
      },
    );
    sent.on('error', (error) => resolve({ status: 0, text: error.message }));
    sent.end(body);
  });
}

/** Answers to requests that match no route, or none of its methods. */
const unmatched = [204, 400, 404];

describe('malformed requests to every route', () => {
  it.each([1, 2])('get a documented answer, never an unexpected error (seed %i)', async (seed) => {
    const garbage = createGarbage(seed, samples);
    const wrong: string[] = [];
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const allowed = new Set([...unmatched, ...documentedStatuses(endpoint)]);
      for (let i = 0; i < 12; i++) {
        const made = garbage(endpoint);
        const { status, text } = await send(made);
        const isKnown = explorer.faults.length === 0 && allowed.has(status) && !/^Internal server error$/.test(text);
        if (!isKnown)
          wrong.push(
            `${made.method} ${made.url.slice(0, 300)} ${made.body?.slice(0, 200)} ${status} ${text.slice(0, 200)} ${explorer.faults.splice(0).map(String).join()}`,
          );
      }
    }
    expect(wrong).toEqual([]);
  });
});
