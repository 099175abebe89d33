import type { Tx } from '@glassblock/contract';

type Spending = Pick<Tx, 'locktime' | 'vin'>;

/**
 * Returns whether a transaction has the form of a commitment transaction of a Lightning channel: one input, whose
 * sequence starts with 0x80, and a lock time that starts with 0x20. The rest of both is the obscured commitment number.
 * Source: BOLT 3
 */
export function isCommitment({ locktime, vin }: Spending): boolean {
  return vin.length === 1 && locktime >>> 24 === 0x20 && (vin[0]?.sequence ?? 0) >>> 24 === 0x80;
}

const key = '21[0-9a-f]{66}';
const toLocal = new RegExp(`^63${key}67.+b275${key}68ac$`);
const htlc = /^76a914[0-9a-f]{40}8763ac67/;

/** Returns whether a transaction spends an output of a revoked commitment transaction by its revocation key. */
export function isJustice({ vin }: Spending): boolean {
  return vin.some(({ witness }) => {
    const [selector = '', script = ''] = witness?.slice(-2) ?? [];
    return (selector === '01' && toLocal.test(script)) || (/^0[23][0-9a-f]{64}$/.test(selector) && htlc.test(script));
  });
}
