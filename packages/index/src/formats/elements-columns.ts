import { Buffer } from 'node:buffer';
import { type BlockHash, type Header, sats, type UnixSeconds, writeSpentOutputs } from '@glassblock/primitives';
import { readSpentColumns } from '@glassblock/primitives/columns';
import {
  type ElementsHeader,
  type ElementsOutput,
  readElementsBlock,
  spendsElementsOutput,
} from '@glassblock/primitives/elements';
import type { ChainColumns } from './chain-format.ts';

/** The fields of a header that blocks of all chains have. */
type CommonHeader = Pick<ElementsHeader, 'hash' | 'version' | 'prevHash' | 'merkleRoot' | 'time'>;

/** Returns a header without proof of work: `bits` and `nonce` are 0, and `bytes` is empty. */
export const headerWithoutWork = ({ hash, version, prevHash, merkleRoot, time }: CommonHeader): Header => ({
  hash: hash as BlockHash,
  version,
  prevHash: prevHash as BlockHash,
  merkleRoot,
  time: time as UnixSeconds,
  bits: 0,
  nonce: 0,
  bytes: new Uint8Array(0),
});

/**
 * Reads an Elements block as columns. Inputs that spend no output of this chain are left out: those of coinbases, of the
 * genesis block, and peg-ins. Amounts are 0: they may be confidential, and belong to different assets.
 * @throws {CodedError} as readElementsBlock and readBlockColumns
 */
export function readElementsColumns(bytes: Uint8Array, spentBytes: Uint8Array): ChainColumns {
  const block = readElementsBlock(bytes);
  const { txs, header, txCount } = block;
  const txids = Buffer.allocUnsafeSlow(32 * txCount);
  const txAt = new Uint32Array(txCount + 1);
  const strippedSize = new Uint32Array(txCount);
  const firstInput = new Uint32Array(txCount + 1);
  const firstOutput = new Uint32Array(txCount + 1);
  const inputs: { at: number; vin: number; prevVout: number }[] = [];
  const outputs: { at: number; end: number; isFee: boolean }[] = [];
  txs.forEach((tx, t) => {
    txids.set(tx.txid, 32 * t);
    txAt[t] = tx.start;
    strippedSize[t] = tx.strippedSize;
    firstInput[t] = inputs.length;
    firstOutput[t] = outputs.length;
    tx.inputs().forEach((input, vin) => {
      if (!spendsElementsOutput(input, tx, header.height)) return;
      inputs.push({ at: input.prevTxid.byteOffset - bytes.byteOffset, vin, prevVout: input.prevVout });
    });
    for (const { script, isFee } of tx.outputs()) {
      const at = script.byteOffset - bytes.byteOffset;
      outputs.push({ at, end: at + script.length, isFee });
    }
  });
  txAt[txCount] = bytes.length;
  firstInput[txCount] = inputs.length;
  firstOutput[txCount] = outputs.length;
  return {
    bytes,
    header: headerWithoutWork(header),
    txCount,
    weight: block.weight,
    txids,
    txAt,
    strippedSize,
    firstInput,
    firstOutput,
    inputAt: Uint32Array.from(inputs, ({ at }) => at),
    outputValue: new Float64Array(outputs.length),
    outputScriptAt: Uint32Array.from(outputs, ({ at }) => at),
    outputScriptEnd: Uint32Array.from(outputs, ({ end }) => end),
    ...readSpentColumns(spentBytes, txCount, firstInput),
    elements: {
      block,
      vin: Uint32Array.from(inputs, ({ vin }) => vin),
      prevVout: Uint32Array.from(inputs, ({ prevVout }) => prevVout),
      isFee: Uint8Array.from(outputs, ({ isFee }) => (isFee ? 1 : 0)),
    },
  };
}

/**
 * Writes the spent outputs of a block for `readElementsColumns`, by transaction and input: their scripts.
 * @param spent undefined where an input spends no output of this chain
 */
export const writeElementsSpent = (
  spent: readonly (readonly (Pick<ElementsOutput, 'script'> | undefined)[])[],
): Uint8Array =>
  writeSpentOutputs(
    spent.map((outputs) =>
      outputs.flatMap((output) => (output === undefined ? [] : [{ value: sats(0), script: output.script }])),
    ),
  );
