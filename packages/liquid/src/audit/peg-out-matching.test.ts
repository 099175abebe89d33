import { fromHex, toHex } from '@glassblock/primitives';
import { describe, expect, test } from 'vitest';
import { atOnce, type FederationPayment, matchPegOuts, type RequestedPegOut } from '../index.ts';

const scriptOf = (name: string): Uint8Array => fromHex(`0014${toHex(new Uint8Array(20).fill(name.charCodeAt(0)))}`);

/** `a100@5`: peg-out of 100 sats to script a, at hour 5. */
function pegOut(text: string, index: number): RequestedPegOut {
  const [, name, amount, hour] = /^(\w)(\d+)@(\d+)$/.exec(text)!;
  return {
    txid: new Uint8Array(32).fill(index),
    vout: 0,
    amountSats: Number(amount),
    script: scriptOf(name!),
    time: Number(hour) * 3_600,
  };
}

const list = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** `a100@5`: payments likewise, with a fee of 10 sats; `a100@5+b7@5`: outputs of one transaction. */
const paymentsOf = (text: string): FederationPayment[] =>
  list(text).flatMap((tx, index) =>
    tx.split('+').map((output, vout) => {
      const { txid, amountSats, script, time } = pegOut(output, 100 + index);
      return { txid, vout, valueSats: amountSats, script, time, feeSats: 10 };
    }),
  );

// peg-outs, payments, and for each peg-out: kind and number of its payment, or the reason
const scenarios: [string, string, string, string][] = [
  ['pays the exact amount', 'a100@1', 'a100@2', 'exact 0'],
  ['pays the oldest of two equal ones first', 'a100@1 a100@2', 'a100@3', 'exact 0, no-payment'],
  ['prefers an exact amount to a sum', 'a50@1 a50@2 a100@3', 'a100@4', 'no-payment, no-payment, exact 0'],
  ['pays two at once', 'a30@1 a70@2', 'a100@3', 'merged 0, merged 0'],
  ['pays the oldest at once and leaves the newest', 'a30@1 a70@2 a5@3', 'a100@4', 'merged 0, merged 0, no-payment'],
  ['deducts a part of the fee', 'a100@1', 'a92@2', 'fee-deducted 0'],
  ['deducts no more than the fee', 'a100@1', 'a89@2', 'other-amount'],
  ['pays more than was asked', 'a100@1', 'a101@2', 'other-amount'],
  ['pays another script', 'a100@1', 'b100@2', 'no-payment'],
  ['was made hours before the peg-out', 'a100@9', 'a100@6', 'no-payment'],
  ['was made within the error of clocks before it', 'a100@9', 'a100@7', 'exact 0'],
  ['follows another for the same script', 'a100@1 a60@2', 'a100@3 a60@4', 'exact 0, exact 1'],
  ['pays each peg-out once', 'a100@1', 'a100@2 a100@3', 'exact 0'],
  ['pays two equal ones of one block', 'a100@1 a100@1', 'a100@2+a100@2', 'exact 0, exact 1'],
  ['pays one of two equal ones of one block', 'a100@1 a100@1', 'a100@2', 'exact 0, no-payment'],
  ['pays two equal ones of one block at once', 'a100@1 a100@1', 'a200@2', 'merged 0, merged 0'],
  ['pays two at once less a part of the fee', 'a30@1 a70@2', 'a92@3', 'merged-fee-deducted 0, merged-fee-deducted 0'],
  ['pays two at once less more than the fee', 'a30@1 a70@2', 'a89@3', 'other-amount, other-amount'],
  [
    'pays two at once beside an older one that is not paid',
    'a7@1 a30@2 a70@3',
    'a100@4',
    'no-payment, merged 0, merged 0',
  ],
  ['deducts from one output, and pays the other exactly', 'a95@1 a100@2', 'a95@3+a92@3', 'exact 0, fee-deducted 1'],
  ['has the outputs of the one before in reverse', 'a95@1 a100@2', 'a92@3+a95@3', 'exact 1, fee-deducted 0'],
  ['deducts from two outputs', 'a98@1 a95@2', 'a91@3+a96@3', 'fee-deducted 1, fee-deducted 0'],
  ['deducts the fee once', 'a100@1 b100@2', 'a92@3+b92@3', 'fee-deducted 0, other-amount'],
];

describe('matchPegOuts', () => {
  test.each(scenarios)('a payment that %s', async (_, asked, paid, expected) => {
    const payments = paymentsOf(paid);
    const outcomes = (await matchPegOuts(list(asked).map(pegOut), payments, atOnce)).map((outcome) =>
      outcome.payment === undefined ? outcome.reason : `${outcome.kind} ${payments.indexOf(outcome.payment)}`,
    );
    expect(outcomes.join(', ')).toBe(expected);
  });

  test('divides a payment among its peg-outs', async () => {
    const paidSats = async (asked: string, paid: string) =>
      (await matchPegOuts(list(asked).map(pegOut), paymentsOf(paid), atOnce)).map((outcome) =>
        outcome.payment === undefined ? undefined : outcome.paidSats,
      );
    expect(await paidSats('a30@1 a70@2 a5@3', 'a100@4')).toEqual([30, 70, undefined]);
    expect(await paidSats('a100@1', 'a92@2')).toEqual([92]);
    expect(await paidSats('a30@1 a70@2', 'a92@3')).toEqual([30, 62]);
  });
});
