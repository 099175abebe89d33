import { createHash } from 'node:crypto';
import { concatBytes, displayHash, fromHex, seededRandom } from '@glassblock/primitives';
import {
  type ElementsNetworkRow,
  extraRootOf,
  readElementsHeader,
  readWholeElementsTransaction,
} from '@glassblock/primitives/elements';
import {
  type ElementsOutputDraft,
  type FederationParams,
  type ParamsForm,
  serializeElements,
  serializeElementsBlock,
} from '../../packages/devnode/src/elements/elements-writer.ts';

/** Options of a generated chain. */
export interface MadeBlocksOptions {
  network: ElementsNetworkRow;
  params: FederationParams;
  seed: number;
  /** Bytes of all blocks. */
  bytes: number;
}

/** Liquid's usual range proof, of 52 bits, and surjection proof of an output with few inputs. */
const rangeProofBytes = 4_174;
const surjectionProofBytes = 67;
const txsPerBlock = 20;
const scriptCount = 20_000;
const epochLength = 20_160;
/** Block time of the first block, and seconds between blocks. */
const startTime = 1_650_000_000;
const spacing = 60;

/**
 * Generates the blocks of a chain of confidential transactions, oldest first: 1 to 3 inputs, 2 to 3 confidential
 * outputs and an explicit fee, sometimes an issuance. Commitments and proofs are random bytes of the right sizes: an
 * index verifies none.
 */
export function* madeBlocks({ network, params, seed, bytes }: MadeBlocksOptions): Generator<Uint8Array> {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const noise = noiseOf(seed);
  const some = (length: number) => noise.subarray(below(noise.length - length)).subarray(0, length);
  const scripts = Array.from({ length: scriptCount }, () => concatBytes(fromHex('0014'), some(20)));
  const unspent: { txid: string; vout: number }[] = [];
  const full = { ...params, maxBlockWitness: 74, extensionBytes: Uint8Array.of(0), extensionSpace: [] };
  const compact: ParamsForm = { extraRoot: extraRootOf({ type: 'full', ...full })! };
  const { nativeAsset: assetId } = network;

  const confidential = (): ElementsOutputDraft => ({
    assetId,
    value: 0n,
    script: scripts[below(scriptCount)]!,
    commitments: {
      asset: concatBytes(Uint8Array.of(0x0a + below(2)), some(32)),
      value: concatBytes(Uint8Array.of(0x08 + below(2)), some(32)),
      nonce: concatBytes(Uint8Array.of(0x02 + below(2)), some(32)),
      surjectionProof: some(surjectionProofBytes),
      rangeProof: some(rangeProofBytes),
    },
  });
  const take = (count: number) =>
    Array.from({ length: Math.min(count, unspent.length) }, () => {
      const at = below(unspent.length);
      const taken = unspent[at]!;
      unspent[at] = unspent.at(-1)!;
      unspent.pop();
      return taken;
    });
  const payment = (): Uint8Array => {
    const inputs = take(1 + below(3)).map((outpoint) => ({
      outpoint,
      scriptSig: new Uint8Array(0),
      witness: [some(71), some(33)],
    }));
    if (below(50) === 0) {
      const issuance = { blindingNonce: new Uint8Array(32), entropy: some(32), amount: 1_000_000n, tokenAmount: 1n };
      Object.assign(inputs[0]!, { issuance });
    }
    const outputs = Array.from({ length: 2 + below(2) }, confidential);
    return serializeElements({ inputs, outputs: [...outputs, { assetId, value: 26n, script: new Uint8Array(0) }] });
  };
  const coinbase = (height: number, outputs: number): Uint8Array =>
    serializeElements({
      inputs: [
        {
          outpoint: { txid: '00'.repeat(32), vout: 0xffffffff },
          sequence: 0xffffffff,
          scriptSig: Uint8Array.of(4, height & 0xff, (height >> 8) & 0xff, height >> 16, 0),
          witness: [new Uint8Array(32)],
        },
      ],
      outputs: Array.from({ length: outputs }, () => ({
        assetId,
        value: 1_000_000n,
        script: scripts[below(scriptCount)]!,
      })),
    });

  let prevHash: Uint8Array = new Uint8Array(32);
  let left = bytes;
  for (let height = 0; left > 0; height++) {
    const form = height % epochLength === 0 ? 'full' : compact;
    // the first blocks have the explicit outputs that everything else spends
    const txs = [coinbase(height, height < 20 ? 100 : 1)];
    while (height >= 20 && txs.length <= txsPerBlock) {
      const raw = payment();
      const tx = readWholeElementsTransaction(raw);
      txs.push(raw);
      const txid = displayHash(tx.txid);
      for (let vout = 0; vout < tx.outputCount - 1; vout++) unspent.push({ txid, vout });
    }
    if (height < 20) {
      const txid = displayHash(readWholeElementsTransaction(txs[0]!).txid);
      for (let vout = 0; vout < 100; vout++) unspent.push({ txid, vout });
    }
    const block = serializeElementsBlock({ prevHash, height, time: startTime + spacing * height, params, form, txs });
    prevHash = readElementsHeader(block).hash;
    left -= block.length;
    yield block;
  }
}

/** Bytes that do not compress. */
function noiseOf(seed: number): Uint8Array {
  const parts = Array.from({ length: 4_096 }, (_, i) => createHash('sha256').update(`${seed} ${i}`).digest());
  return new Uint8Array(Buffer.concat(parts));
}
