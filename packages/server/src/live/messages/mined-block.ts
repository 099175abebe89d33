import { isCoded, scriptHashHex } from '@glassblock/primitives';
import { eachInSlices } from '../../concurrency/slices.ts';
import { blockBody } from '../../network/chain/block-body.ts';
import { columnsOf, familiesOf } from '../../network/chain/block-packages.ts';
import type { Body } from '../../network/chain/bodies.ts';
import { statusIn } from '../../network/chain/chain-reader.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { MinedBlock } from '../tracker.ts';
import { scriptMark } from '../trackers/script-marks.ts';
import { type OutboundTx, outboundBlockTx } from './outbound-tx.ts';

/**
 * Returns a block of the best chain with its transactions; undefined when it is stale by now, or when the node cannot
 * return it: the block itself is sent anyway.
 * @param id display hex
 */
export async function minedBlock(context: NetworkContext, id: string): Promise<MinedBlock | undefined> {
  try {
    const { row, stale, body } = await blockBody(context, id);
    if (stale) return undefined;
    const status = statusIn(row);
    return await minedBlockOf(id, body, (position) =>
      outboundBlockTx(body.tx(position), () => body.prevouts(position), status, context.network),
    );
  } catch (error) {
    if (isCoded(error, 'block.not-found') || (isCoded(error) && error.code.startsWith('node.'))) return undefined;
    throw error;
  }
}

/**
 * Returns a block with its transactions.
 * @param id display hex
 * @throws {CodedError} as `columns` of a body
 */
export async function minedBlockOf(
  id: string,
  body: Body,
  createTx: (position: number) => OutboundTx,
): Promise<MinedBlock> {
  const columns = columnsOf(id, body);
  const families = await familiesOf(id, body);
  const txids = families.txs.map(({ relative }) => relative.txid);
  const txs = new Map<number, OutboundTx>();
  return {
    id,
    txids,
    tx(position) {
      let tx = txs.get(position);
      if (tx === undefined) txs.set(position, (tx = createTx(position)));
      return tx;
    },
    eachScript(marks, then) {
      const { bytes, spentBytes, firstInput, firstOutput } = columns;
      const { spentScriptAt, spentScriptEnd, outputScriptAt, outputScriptEnd } = columns;
      return eachInSlices(txids, (_, position) => {
        const check = (of: Uint8Array, from: number, to: number) => {
          if (marks.has(scriptMark(of, from, to))) then(scriptHashHex(of.subarray(from, to)), position);
        };
        for (let i = firstInput[position]!; i < firstInput[position + 1]!; i++)
          check(spentBytes, spentScriptAt[i]!, spentScriptEnd[i]!);
        for (let o = firstOutput[position]!; o < firstOutput[position + 1]!; o++)
          check(bytes, outputScriptAt[o]!, outputScriptEnd[o]!);
      });
    },
  };
}
