import { expect, test } from 'vitest';
import { atOnce } from '../slices.ts';
import { deficitHistory } from './deficit-history.ts';
import type { FederationAudit, Holding } from './federation-audit.ts';

const bytes = new Uint8Array(32);

/** An output of block `height` at time `height * 10`. */
const held = (valueSats: number, height: number, spentAt?: number, timelock?: number): Holding => ({
  output: { txid: bytes, vout: 0, script: bytes, valueSats, height, time: height * 10 },
  state: 'unspent',
  deposit: undefined,
  timelock,
  expiredAt: timelock === undefined ? undefined : (height + timelock) * 10,
  spender: spentAt === undefined ? undefined : { txid: bytes, height: spentAt, time: spentAt * 10, witnessItems: 3 },
});
const audit = (...holdings: Holding[]): FederationAudit => ({
  holdings,
  reserveSats: 0n,
  missing: [],
  unknownScripts: [],
});
const peg = (sats: number, height: number, time: number) => ({ amountSats: BigInt(sats), height, time });
const heights = (at: { height: number; parentHeight: number; time: number } | undefined) =>
  at && [at.height, at.parentHeight, at.time];

/*
 * parent   10: +100        20: -100 +60 (a payout)     30: +45
 * side           +100 at 15         (peg-out of 35 at 25)
 *                          |- 40 -|- 5 ----------------|
 */
test('has the heights of both chains at which a deficit begins, is largest and ends', async () => {
  const supply = [peg(100, 1, 150), peg(-35, 2, 250)];
  const periods = await deficitHistory(audit(held(100, 10, 20), held(60, 20), held(45, 30)), supply, atOnce);
  expect(periods).toHaveLength(1);
  const [{ start, end, largestSats, largestAt }] = periods as [(typeof periods)[0]];
  expect([heights(start), heights(largestAt), heights(end)]).toEqual([
    [1, 20, 200],
    [1, 20, 200],
    [2, 30, 300],
  ]);
  expect(largestSats).toBe(40n);
});

test('counts a spend and its change in one block together, and expiry instead of a later spend', async () => {
  expect(await deficitHistory(audit(held(100, 10, 20), held(100, 20)), [peg(100, 1, 150)], atOnce)).toEqual([]);
  const periods = await deficitHistory(audit(held(100, 10, 50, 5)), [peg(100, 1, 120)], atOnce);
  expect(periods.map(({ start, end, largestSats }) => [heights(start), end, largestSats])).toEqual([
    [[1, 15, 150], undefined, 100n],
  ]);
});
