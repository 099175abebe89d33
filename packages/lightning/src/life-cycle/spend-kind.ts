import { isP2tr, parseTaproot, type TxInput, toHex } from '@glassblock/primitives';

/**
 * How an output of a commitment transaction was spent. The numbers are those of stored rows and of mempool.space's
 * `outputs`; 9 and 10 are ours.
 */
export const spendKinds = {
  unspent: 0,
  unrecognized: 1,
  'to-local-revoked': 2,
  'to-local-delayed': 3,
  'htlc-revoked': 4,
  'htlc-preimage': 5,
  'htlc-timeout': 6,
  anchor: 7,
  'anchor-swept': 8,
  'to-remote': 9,
  'second-level-revoked': 10,
} as const;
/** How an output of a commitment transaction was spent. */
export type SpendKind = keyof typeof spendKinds;

/** Sats of an anchor output (BOLT 3). */
const anchorSats = 330;
const maxScriptBytes = 300;

// Parts of scripts in hex.
const key = '210[23][0-9a-f]{64}';
const xOnlyKey = '20[0-9a-f]{64}';
const hash = '14[0-9a-f]{40}';
const number = '(?:5[1-9a-f]|60|01[0-9a-f]{2}|02[0-9a-f]{4}|03[0-9a-f]{6}|04[0-9a-f]{8})';
const whole = (...parts: string[]) => new RegExp(`^${parts.join('')}$`);
const oneBlock = '51b275';

/** Witness scripts of BOLT 3, with and without anchors. */
const scripts = {
  toLocal: whole('63', key, '67', number, 'b275', key, '68ac'),
  toRemote: whole(key, 'ad51b2'),
  anchor: whole(key, 'ac736460b268'),
  offeredHtlc: whole(
    '76a9',
    hash,
    '8763ac67',
    key,
    '7c82012087',
    `6475527c${key}52ae`,
    `67a9${hash}88ac68`,
    `(?:${oneBlock})?68`,
  ),
  receivedHtlc: whole(
    ...['76a9', hash, '8763ac67', key, '7c82012087', `63a9${hash}88527c${key}52ae`, `6775${number}b175ac68`],
    `(?:${oneBlock})?68`,
  ),
};

/** Leaf scripts of simple taproot channels (extension of BOLT 3). */
const leaves: readonly (readonly [SpendKind, RegExp])[] = [
  ['to-remote', whole(xOnlyKey, 'ac', oneBlock)],
  ['to-local-delayed', whole(xOnlyKey, 'ac', number, 'b275')],
  ['to-local-revoked', whole(xOnlyKey, '75', xOnlyKey, 'ac')],
  ['anchor-swept', whole('60b2')],
  ['htlc-timeout', whole(xOnlyKey, 'ad', xOnlyKey, 'ac')],
  ['htlc-timeout', whole(xOnlyKey, 'ac', oneBlock, number, 'b175')],
  ['htlc-preimage', whole('82012088a9', hash, '88', xOnlyKey, 'ac', oneBlock)],
  ['htlc-preimage', whole('82012088a9', hash, '88', xOnlyKey, 'ad', xOnlyKey, 'ac')],
];

/** An output as its spender spends it. */
export interface SpentOutput {
  /** Output script. */
  script: Uint8Array;
  valueSats: number;
  input: TxInput;
  /** Whether the transaction of the output has the form of a commitment transaction. */
  isCommitment: boolean;
}

/** Returns how an output was spent, from the script that its spender reveals. */
export function spendKindOf({ script, valueSats, input, isCommitment }: SpentOutput): SpendKind {
  const { witness } = input;
  if (isP2tr(script)) return taprootKind(witness, valueSats, isCommitment);
  const revealed = witness.at(-1);
  if (witness.length < 2 || revealed === undefined || revealed.length > maxScriptBytes) return 'unrecognized';
  return witnessScriptKind(toHex(revealed), witness.slice(0, -1));
}

function witnessScriptKind(script: string, stack: readonly Uint8Array[]): SpendKind {
  const second = stack[1]?.length;
  if (scripts.toLocal.test(script)) {
    const choice = stack.at(-1)!;
    if (choice.length === 0) return 'to-local-delayed';
    return choice.length === 1 && choice[0] === 1 ? 'to-local-revoked' : 'unrecognized';
  }
  if (scripts.toRemote.test(script)) return 'to-remote';
  if (scripts.anchor.test(script)) return stack[0]!.length === 0 ? 'anchor-swept' : 'anchor';
  if (scripts.offeredHtlc.test(script)) {
    if (stack.length === 2 && second === 33) return 'htlc-revoked';
    if (stack.length === 2 && second === 32) return 'htlc-preimage';
    return stack.length === 4 && stack[3]!.length === 0 ? 'htlc-timeout' : 'unrecognized';
  }
  if (scripts.receivedHtlc.test(script)) {
    if (stack.length === 2 && second === 33) return 'htlc-revoked';
    if (stack.length === 2 && second === 0) return 'htlc-timeout';
    return stack.length === 4 && stack[3]!.length === 32 ? 'htlc-preimage' : 'unrecognized';
  }
  return 'unrecognized';
}

function taprootKind(witness: readonly Uint8Array[], valueSats: number, isCommitment: boolean): SpendKind {
  const { keyPath, script, controlBlock } = parseTaproot(witness);
  if (keyPath) {
    // the internal key of an HTLC is the revocation key; other outputs of a commitment have no key path, or are anchors
    if (!isCommitment) return 'unrecognized';
    return valueSats === anchorSats ? 'anchor' : 'htlc-revoked';
  }
  if (script === undefined || controlBlock === undefined || script.length > maxScriptBytes) return 'unrecognized';
  const hex = toHex(script);
  return leaves.find(([, form]) => form.test(hex))?.[0] ?? 'unrecognized';
}

/** Returns whether an HTLC was spent by a transaction of the broadcaster, whose output can be revoked too. */
export function isSecondLevel(kind: SpendKind, witness: readonly Uint8Array[]): boolean {
  return (kind === 'htlc-preimage' || kind === 'htlc-timeout') && witness.length === 5;
}
