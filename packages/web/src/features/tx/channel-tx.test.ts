import type { Vin } from '@glassblock/contract';
import { expect, it } from 'vitest';
import { isCommitment, isJustice } from './channel-tx.ts';

const input = (sequence: number, ...witness: string[]) => ({ sequence, witness }) as Vin;

// the lock time of BOLT 3, appendix C: as a time it would be in 1987
it('finds commitment transactions by lock time and sequence', () => {
  expect(isCommitment({ locktime: 542_251_326, vin: [input(0x80b0_5a37)] })).toBe(true);
  expect(isCommitment({ locktime: 542_251_326, vin: [input(0xffff_fffd)] })).toBe(false);
  expect(isCommitment({ locktime: 1_700_000_000, vin: [input(0x80b0_5a37)] })).toBe(false);
  expect(isCommitment({ locktime: 542_251_326, vin: [input(0x80b0_5a37), input(0)] })).toBe(false);
});

it('finds spends by a revocation key', () => {
  const key = `02${'ab'.repeat(32)}`;
  const toLocal = `6321${key}67029000b27521${key}68ac`;
  const htlc = `76a914${'cd'.repeat(20)}8763ac6721${key}`;
  const tx = (...witness: string[]) => ({ locktime: 0, vin: [input(0), input(0, ...witness)] });
  expect(isJustice(tx('30', '01', toLocal))).toBe(true);
  expect(isJustice(tx('30', key, htlc))).toBe(true);
  expect(isJustice(tx('30', '', toLocal))).toBe(false);
  expect(isJustice(tx('30', '01', htlc))).toBe(false);
  expect(isJustice({ locktime: 0, vin: [{ sequence: 0 } as Vin] })).toBe(false);
});
