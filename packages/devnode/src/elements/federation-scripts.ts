import { createHmac } from 'node:crypto';
import { ByteWriter, concatBytes, isOnCurve, OP, readScript, sha256, sha256d } from '@glassblock/primitives';
import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';
import type { Keyring } from '../traffic/keyring.ts';
import type { FederationParams } from './elements-writer.ts';

/** Blocks of the parent chain after which the emergency keys can spend: a week. */
export const federationTimelock = 1_008;
/** Items of the witness of a spend by the federation, and by the emergency keys, without the script. */
export const signatures = { federation: 3, emergency: 2 };

const op = { else: 0x67, endIf: 0x68, if: 0x63, equal: 0x87, depth: 0x74, csv: 0xb2, drop: 0x75, checkMultisig: 0xae };

/**
 * Returns the parameters of a federation: three of five keys, and after the time lock two of three emergency keys. Like
 * Liquid's script it begins with DEPTH, so that the emergency keys are not tweaked.
 * @param first number of its first key
 */
export function federationParams(keyring: Keyring, first: number): FederationParams {
  const keys = (start: number, count: number) =>
    Array.from({ length: count }, (_, i) => concatBytes(Uint8Array.of(33), keyring.key(start + i)));
  const small = (value: number) => OP.RESERVED + value;
  const fedpegScript = concatBytes(
    Uint8Array.of(op.depth, small(signatures.federation + 1), op.equal, op.if, small(signatures.federation)),
    ...keys(first, 5),
    Uint8Array.of(small(5), op.checkMultisig, op.else),
    Uint8Array.of(2, federationTimelock & 0xff, federationTimelock >> 8, op.csv, op.drop, small(signatures.emergency)),
    ...keys(first + 5, 3),
    Uint8Array.of(small(3), op.checkMultisig, op.endIf),
  );
  return { signBlockScript: Uint8Array.of(OP.PUSHNUM_1), fedpegProgram: p2wsh(fedpegScript), fedpegScript };
}

/** Returns the P2WSH output script of a script. */
export const p2wsh = (script: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(0, 32), sha256(script));

/** Returns a federation script tweaked by a claim script. Source: Elements pegins.cpp calculate_contract */
export function tweakedScript(script: Uint8Array, claimScript: Uint8Array, zkp: Secp256k1ZKP): Uint8Array {
  const tweaked = script.slice();
  for (const { opcode, data, offset } of readScript(script)) {
    if (opcode === op.else) break;
    if (data?.length !== 33 || !isOnCurve(data)) continue;
    const tweak = createHmac('sha256', data).update(claimScript).digest();
    tweaked.set(zkp.ecc.pointAddScalar(data, new Uint8Array(tweak), true)!, offset + 1);
  }
  return tweaked;
}

/**
 * Returns a merkle block that proves one transaction. Source: BIP 37
 * @param txids of the block, internal order
 */
export function merkleBlock(header: Uint8Array, txids: readonly Uint8Array[], index: number): Uint8Array {
  const levels: (readonly Uint8Array[])[] = [txids];
  for (let level = txids; level.length > 1; ) {
    const next: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(sha256d(concatBytes(level[i]!, level[i + 1] ?? level[i]!)));
    levels.push(next);
    level = next;
  }
  const bits: number[] = [];
  const hashes: Uint8Array[] = [];
  const walk = (height: number, at: number): void => {
    const isOnPath = index >> height === at;
    bits.push(isOnPath ? 1 : 0);
    if (height === 0 || !isOnPath) {
      hashes.push(levels[height]![at]!);
      return;
    }
    walk(height - 1, 2 * at);
    if (2 * at + 1 < levels[height - 1]!.length) walk(height - 1, 2 * at + 1);
  };
  walk(levels.length - 1, 0);
  const flags = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, i) => {
    flags[i >> 3]! |= bit << (i & 7);
  });
  const writer = new ByteWriter(1_000).bytes(header).u32(txids.length).compactSize(hashes.length);
  for (const hash of hashes) writer.bytes(hash);
  return writer.lengthPrefixed(flags).finish();
}
