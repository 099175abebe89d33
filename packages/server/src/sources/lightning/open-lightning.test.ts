import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainBlock, LightningChain } from '@glassblock/lightning';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScriptedLnd } from '../../../../lightning/test/support/scripted-lnd.ts';
import { demoLnd } from '../../../test/support/demo/demo-lnd.ts';
import { type Lightning, openLightning } from './open-lightning.ts';

const nowMs = 1_790_000_000_000;
const tip: ChainBlock = { height: 100, hash: new Uint8Array(32).fill(1), time: nowMs / 1_000 };
/** Channels of lower blocks have a funding output. */
const maxFound = 2;

let directory: string;
let lnd: ScriptedLnd;
let lightning: Lightning;
/** Undefined: the index is being built. */
let isIndexed: boolean;
const faults: unknown[] = [];

const chain: LightningChain = {
  tip: async () => (isIndexed ? tip : undefined),
  blockAt: async () => tip,
  transactions: async () => [],
  outputs: async (positions) =>
    positions.map(({ height }) =>
      height <= maxFound ? { txid: new Uint8Array(32).fill(height), valueSats: 1_000, time: tip.time } : undefined,
    ),
  fundingTx: async () => undefined,
  spenders: async (of) => of.map(() => new Map()),
};

beforeEach(async () => {
  isIndexed = false;
  directory = await mkdtemp(join(tmpdir(), 'glassblock-lightning-'));
  const macaroonFile = join(directory, 'macaroon');
  lnd = await demoLnd(3, macaroonFile);
  const files = { city: undefined, asn: undefined, isp: undefined };
  lightning = await openLightning({
    settings: {
      lnd: [{ url: lnd.url, macaroonFile, certificateFile: undefined }],
      cln: [],
      geography: files,
      groups: [],
    },
    network: 'demo',
    directory: undefined,
    memoryBytes: 64e6,
    chain,
    log: pino({ enabled: false }),
    nowMs: () => nowMs,
    onFacts: () => undefined,
    onUnexpectedError: (error) => void faults.push(error),
  });
  await expect.poll(() => lightning.states[0]?.state).toBe('ready');
});
afterEach(async () => {
  await lightning.stop();
  await lnd.stop();
  await rm(directory, { recursive: true });
  expect(faults).toEqual([]);
});

it('waits for the index to look up channels, and once they are looked up for none that is missing', async () => {
  expect(lightning.isLookupPending).toBe(true);
  isIndexed = true;
  lightning.wake();
  await expect.poll(() => lightning.isLookupPending, { timeout: 10_000 }).toBe(false);
  expect(lightning.graph.channels.capacity.subarray(0, 3)).toEqual(Float64Array.of(1_000, 1_000, 0));
});

// charts would show a network without capacity for as long as the index was built
it('stores no statistics while channels are looked up', async () => {
  await lightning.stop();
  expect(await lightning.history.days(0)).toEqual([]);
});

it('stores statistics at the end', async () => {
  isIndexed = true;
  lightning.wake();
  await expect.poll(() => lightning.isLookupPending, { timeout: 10_000 }).toBe(false);
  await lightning.stop();
  expect(await lightning.history.days(0)).toMatchObject([{ channelCount: 2, totalCapacitySats: 2_000 }]);
});
