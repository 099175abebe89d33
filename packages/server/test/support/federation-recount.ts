import type { Devnode } from '@glassblock/devnode';
import { concatBytes, displayHash, readBlock, sha256, toHex } from '@glassblock/primitives';
import { pegInOf } from '@glassblock/primitives/elements';

/** Totals of a simulated federation. */
export interface RecountedFederation {
  reserves: bigint;
  supply: bigint;
  unspent: Set<string>;
  expired: Set<string>;
  emergency: Set<string>;
  pegs: number;
  /** Payments of the federation by outpoint, as `script amount`. */
  payments: Map<string, string>;
}

/**
 * Recomputes the totals from the blocks of both simulated nodes, without index or audit.
 * @param script blocks of the time lock, and items of the witness of a spend by the federation's keys
 */
export function recountFederation(
  node: Devnode,
  { timelock, signedItems }: { timelock: number; signedItems: number },
): RecountedFederation {
  const elements = node.elements!;
  const claimed = new Set<string>();
  const ownScripts = new Set<string>();
  let [supply, pegs] = [0n, 0];
  for (let height = 1; height <= elements.chain.height; height++) {
    const { txs, header } = elements.chain.at(height)!.block;
    if (header.proof.type === 'dynafed' && header.proof.current.type === 'full') {
      ownScripts.add(toHex(concatBytes(Uint8Array.of(0, 32), sha256(header.proof.current.fedpegScript))));
    }
    for (const tx of txs) {
      for (const input of tx.inputs()) {
        if (!input.isPegIn) continue;
        claimed.add(`${displayHash(input.prevTxid)}:${input.prevVout}`);
        supply += BigInt(pegInOf(input)!.value as number);
        pegs++;
      }
      if (tx.isCoinbase) continue;
      for (const { script, value, assetId } of tx.outputs()) {
        const isNative = assetId !== undefined && toHex(assetId) === '1d'.repeat(32);
        if (script[0] !== 0x6a || !isNative || typeof value !== 'number' || value === 0) continue;
        supply -= BigInt(value);
        pegs++;
      }
    }
  }
  const held = new Map<string, { value: number; height: number }>();
  const spends = new Map<string, { height: number; items: number; txid: string }>();
  const outputs = new Map<string, string[]>();
  const { chain } = node.state;
  for (let height = 1; height <= chain.height; height++) {
    for (const tx of readBlock(chain.at(height)!.bytes!).txs) {
      const txid = displayHash(tx.txid);
      for (const { prevTxid, prevVout, witness } of tx.inputs()) {
        spends.set(`${displayHash(prevTxid)}:${prevVout}`, { height, items: witness.length, txid });
      }
      tx.outputs().forEach(({ script, value }, vout) => {
        const outpoint = `${txid}:${vout}`;
        if (claimed.has(outpoint) || ownScripts.has(toHex(script)))
          held.set(outpoint, { value: Number(value), height });
        else if (claimed.size > 0)
          outputs.set(txid, [...(outputs.get(txid) ?? []), `${vout} ${toHex(script)} ${value}`]);
      });
    }
  }
  const expected: RecountedFederation = {
    reserves: 0n,
    supply,
    unspent: new Set(),
    expired: new Set(),
    emergency: new Set(),
    pegs,
    payments: new Map(),
  };
  for (const [outpoint, { value, height }] of held) {
    const spend = spends.get(outpoint);
    const isOld = (spend?.height ?? chain.height) >= height + timelock;
    if (spend === undefined && !isOld) {
      expected.unspent.add(outpoint);
      expected.reserves += BigInt(value);
    } else if (spend === undefined) expected.expired.add(outpoint);
    else if (isOld && spend.items !== signedItems) expected.emergency.add(outpoint);
    for (const line of spend === undefined ? [] : (outputs.get(spend.txid) ?? [])) {
      const [vout, ...payment] = line.split(' ');
      expected.payments.set(`${spend!.txid}:${vout}`, payment.join(' '));
    }
  }
  return expected;
}
