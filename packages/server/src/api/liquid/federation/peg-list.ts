import type { Peg } from '@glassblock/contract/liquid';
import type { ElementsView, PegEntry } from '@glassblock/index/elements';
import { addressOf, displayHash, isCoded, readTransaction, toHex } from '@glassblock/primitives';
import { pegInOf } from '@glassblock/primitives/elements';
import type { LiquidContext } from '../../../network/liquid/liquid-context.ts';

const pageSize = 15;

/**
 * Returns a page of pegs, newest first. The address of a peg-in is read from the parent transaction in its witness, so
 * it needs no parent chain; payments of peg-outs come from the audit.
 * @throws {CodedError} of the index and the node
 */
export async function listPegs(context: LiquidContext, view: ElementsView, skip: number): Promise<Peg[]> {
  const pegs = await view.pegs({ skip, limit: pageSize });
  const [txids, rows, txs] = await Promise.all([
    view.txids(pegs.map(({ number }) => number)),
    view.blocksAt(pegs.map(({ number }) => number.height)),
    context.node.confirmed(
      view,
      pegs.map(({ number }) => number),
    ),
  ]);
  return pegs.map((peg, i): Peg => {
    const txid = displayHash(txids[i]!);
    const outpoint = { txid, txindex: peg.index };
    const blocktime = rows[i]!.header.time;
    if (peg.kind !== 'peg-in') return { ...outpoint, ...outgoing(context, peg, `${txid}:${peg.index}`), blocktime };
    const { parentTx, parentVout } = pegInOf(txs[i]!.input(peg.index))!;
    const script = depositScript(parentTx, parentVout);
    return {
      ...outpoint,
      amount: Number(peg.amount),
      bitcoinaddress: script === undefined ? '' : parentAddress(context, script),
      bitcointxid: displayHash(peg.parent!.txid),
      bitcoinindex: parentVout,
      blocktime,
    };
  });
}

/**
 * Returns the script that a deposit was made to, from the parent transaction in the witness of its peg-in. The node has
 * checked it; of bytes that are no transaction with this output there is none, so that other pegs are still listed.
 */
export function depositScript(parentTx: Uint8Array, vout: number): Uint8Array | undefined {
  try {
    const tx = readTransaction(parentTx, 0);
    return vout < tx.outputCount ? tx.output(vout).script : undefined;
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}

function outgoing(
  context: LiquidContext,
  { kind, amount, script }: PegEntry,
  outpoint: string,
): Pick<Peg, 'amount' | 'bitcoinaddress' | 'bitcointxid' | 'bitcoinindex'> {
  const payment = context.federation.report()?.pegOuts.get(outpoint)?.payment;
  return {
    amount: -Number(amount),
    bitcoinaddress: kind === 'burn' ? '' : parentAddress(context, script),
    bitcointxid: payment === undefined ? '' : displayHash(payment.txid),
    bitcoinindex: payment?.vout ?? 0,
  };
}

/** An empty address would mark a burn: of a script without address its hex is given. */
export function parentAddress({ network }: Pick<LiquidContext, 'network'>, script: Uint8Array): string {
  const { parent } = network;
  return (parent === undefined ? undefined : addressOf(script, parent)) ?? toHex(script);
}
