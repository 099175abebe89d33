import { compareBytes, concatBytes, fromHex, hash160, sha256 } from '@glassblock/primitives';
import { derSignature } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';

/** A witness script with its output script. */
export interface WitnessScript {
  readonly script: Uint8Array;
  readonly output: Uint8Array;
}

const none = new Uint8Array(0);
const one = Uint8Array.of(1);

function witnessScript(...parts: (Uint8Array | string)[]): WitnessScript {
  const script = concatBytes(...parts.map((part) => (typeof part === 'string' ? fromHex(part) : part)));
  return { script, output: concatBytes(Uint8Array.of(0, 32), sha256(script)) };
}

/** `OP_2 <key> <key> OP_2 OP_CHECKMULTISIG`, the smaller key first (BOLT 3). */
export function fundingScript(first: Uint8Array, second: Uint8Array): WitnessScript {
  const [low, high] = compareBytes(first, second) < 0 ? [first, second] : [second, first];
  return witnessScript('5221', low, '21', high, '52ae');
}

/** The output of the node that broadcasts a commitment transaction: revocable during 144 blocks. */
export const toLocalScript = (revocation: Uint8Array, delayed: Uint8Array): WitnessScript =>
  witnessScript('6321', revocation, '67029000b27521', delayed, '68ac');

/** Blocks of `toLocalScript` before the delayed path. */
export const toLocalDelay = 144;

/** The output of the other node in a channel with anchors. */
export const toRemoteScript = (key: Uint8Array): WitnessScript => witnessScript('21', key, 'ad51b2');

/** An anchor output, which anyone may spend after 16 blocks. */
export const anchorScript = (key: Uint8Array): WitnessScript => witnessScript('21', key, 'ac736460b268');

/** Sats of an anchor output. */
export const anchorSats = 330;

/** An HTLC that the broadcaster offered, in a channel with anchors. */
export function offeredHtlcScript(
  revocation: Uint8Array,
  remote: Uint8Array,
  local: Uint8Array,
  preimage: Uint8Array,
): WitnessScript {
  return witnessScript(
    ...['76a914', hash160(revocation), '8763ac6721', remote, '7c8201208764', '75527c21', local, '52ae67a914'],
    ...[hash160(preimage), '88ac6851b27568'],
  );
}

/** Witnesses of channel outputs. Signatures have the right form and size but are not valid. */
export const channelWitness = {
  funding: ({ script }: WitnessScript, random: RandomSource) => [
    none,
    derSignature(random),
    derSignature(random),
    script,
  ],
  toLocalDelayed: ({ script }: WitnessScript, random: RandomSource) => [derSignature(random), none, script],
  toLocalRevoked: ({ script }: WitnessScript, random: RandomSource) => [derSignature(random), one, script],
  toRemote: ({ script }: WitnessScript, random: RandomSource) => [derSignature(random), script],
  anchor: ({ script }: WitnessScript, random: RandomSource) => [derSignature(random), script],
  htlcPreimage: ({ script }: WitnessScript, random: RandomSource, preimage: Uint8Array) => [
    derSignature(random),
    preimage,
    script,
  ],
  htlcRevoked: ({ script }: WitnessScript, random: RandomSource, revocation: Uint8Array) => [
    derSignature(random),
    revocation,
    script,
  ],
} as const;
