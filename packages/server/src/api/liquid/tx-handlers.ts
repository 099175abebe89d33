import type { MerkleProof, Outspend, Status } from '@glassblock/contract';
import type { TxNumber } from '@glassblock/index';
import type { ElementsView } from '@glassblock/index/elements';
import { CodedError, displayHash, hashFromDisplay, isCoded, merkleBranch, toHex } from '@glassblock/primitives';
import type { ElementsTransaction } from '@glassblock/primitives/elements';
import { statusIn } from '../../network/chain/chain-reader.ts';
import { type LiquidContext, withLiquidIndex } from '../../network/liquid/liquid-context.ts';
import { type Prevouts, prevoutsOf } from '../../network/liquid/liquid-txs.ts';
import { heightOf } from '../call.ts';
import { isHex } from '../hex.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import { type LiquidHandlers, value } from './liquid-call.ts';
import { presentLiquidTx } from './present-liquid.ts';

interface Found {
  readonly tx: ElementsTransaction;
  readonly status: Status;
  /** Undefined for an unconfirmed one. */
  readonly number: TxNumber | undefined;
  /** Of an unconfirmed one. */
  readonly prevouts?: Prevouts;
}

async function placeOf(view: ElementsView, txid: string): Promise<TxNumber | undefined> {
  const [number] = await view.locate(hashFromDisplay(txid));
  return number;
}

async function statusAt(view: ElementsView, { height }: TxNumber): Promise<Status> {
  const [row] = await view.blocksAt([height]);
  return statusIn(row!);
}

/** Finds a transaction in the chain, then in the mempool. @throws {CodedError} tx.not-found */
async function findTx(context: LiquidContext, view: ElementsView, txid: string): Promise<Found> {
  const number = await placeOf(view, txid);
  if (number !== undefined) {
    const [tx] = await context.node.confirmed(view, [number]);
    return { tx: tx!, number, status: await statusAt(view, number) };
  }
  const entry = (await context.mempool.current()).txs.get(txid);
  if (entry === undefined) throw new CodedError('tx.not-found', 'no such transaction', { datum: txid });
  return { tx: entry.tx, number: undefined, prevouts: entry.prevouts, status: unconfirmed };
}

const found = <T>(context: LiquidContext, txid: string, present: (found: Found) => T) =>
  withLiquidIndex(context, async (view) => {
    const tx = await findTx(context, view, txid);
    return { value: present(tx), ...heightOf(tx.status) };
  });

/** Returns the status of a transaction; an unknown one counts as unconfirmed. */
export async function liquidTxStatus(view: ElementsView, txid: string): Promise<Status> {
  const number = await placeOf(view, txid);
  return number === undefined ? unconfirmed : statusAt(view, number);
}

async function outspendsOf(context: LiquidContext, view: ElementsView, { tx, number }: Found): Promise<Outspend[]> {
  const txid = displayHash(tx.txid);
  const [spenders] = number === undefined ? [] : await view.spendersOf([{ number }]);
  const { spends } = await context.mempool.current();
  return Promise.all(
    Array.from({ length: tx.outputCount }, async (_, vout): Promise<Outspend> => {
      const spender = spenders?.get(vout);
      if (spender !== undefined) {
        const [spendingTxid] = await view.txids([spender.number]);
        const status = await statusAt(view, spender.number);
        return { spent: true, txid: displayHash(spendingTxid!), vin: spender.vin, status };
      }
      const pending = spends.get(`${txid}:${vout}`);
      return pending === undefined ? { spent: false } : { spent: true, ...pending, status: unconfirmed };
    }),
  );
}

/** Empty for an unknown or malformed txid. */
async function outspendsIfKnown(context: LiquidContext, view: ElementsView, txid: string): Promise<Outspend[]> {
  if (!/^[0-9a-fA-F]{64}$/.test(txid)) return [];
  try {
    return await outspendsOf(context, view, await findTx(context, view, txid.toLowerCase()));
  } catch (error) {
    if (isCoded(error, 'tx.not-found')) return [];
    throw error;
  }
}

/** Esplora answers `{"spent": false}` for outputs that do not exist. */
const outspend = (context: LiquidContext, txid: string, vout: number): Promise<Outspend> =>
  withLiquidIndex(context, async (view) => {
    try {
      return (await outspendsOf(context, view, await findTx(context, view, txid)))[vout] ?? { spent: false };
    } catch (error) {
      if (isCoded(error, 'tx.not-found')) return { spent: false };
      throw error;
    }
  });

/** @throws {CodedError} tx.unconfirmed */
const merkleProof = (context: LiquidContext, txid: string): Promise<MerkleProof> =>
  withLiquidIndex(context, async (view) => {
    const number = await placeOf(view, txid);
    if (number === undefined) throw new CodedError('tx.unconfirmed', 'not confirmed', { datum: txid });
    const { height, position } = number;
    const [row] = await view.blocksAt([height]);
    const numbers = Array.from({ length: row!.txCount }, (_, at) => ({ height, position: at }));
    const txids = (await view.txids(numbers)).map((id) => id!);
    return { block_height: height, merkle: merkleBranch(txids, position).map(displayHash), pos: position };
  });

/** Broadcasts a transaction. @throws {CodedError} broadcast.not-hex, broadcast.rejected */
export async function sendLiquidTx(context: LiquidContext, body: string): Promise<string> {
  const hex = body.trim();
  if (!isHex(hex)) throw new CodedError('broadcast.not-hex', 'not hex');
  try {
    const txid = String(await context.client.rpc('sendrawtransaction', hex));
    context.mempool.expire();
    return txid;
  } catch (error) {
    if (!isCoded(error, 'node.rpc')) throw error;
    throw new CodedError('broadcast.rejected', 'rejected by the node', { datum: error.datum, cause: error });
  }
}

/** Handlers of the transaction routes of Liquid networks. */
export const liquidTxHandlers = {
  tx: (context, { params }) =>
    withLiquidIndex(context, async (view) => {
      const { tx, status, number, prevouts: known } = await findTx(context, view, params.txid);
      const sources = { view, node: context.node, unconfirmed: () => undefined };
      const prevouts = known ?? (await prevoutsOf(sources, [tx], number && [number.height]))[0]!;
      return { value: presentLiquidTx({ tx, prevouts, status }, context.network), ...heightOf(status) };
    }),
  txStatus: async (context, { params }) => {
    const status = await withLiquidIndex(context, (view) => liquidTxStatus(view, params.txid));
    return { value: status, ...heightOf(status) };
  },
  txHex: (context, { params }) => found(context, params.txid, ({ tx }) => toHex(tx.raw)),
  txRaw: (context, { params }) => found(context, params.txid, ({ tx }) => tx.raw),
  txMerkleProof: async (context, { params }) => {
    const proof = await merkleProof(context, params.txid);
    return { value: proof, height: proof.block_height };
  },
  txOutspend: async (context, { params }) => {
    const answer = await outspend(context, params.txid, params.vout);
    return { value: answer, ...heightOf(answer.status) };
  },
  txOutspends: value((context, { params }) =>
    withLiquidIndex(context, async (view) => outspendsOf(context, view, await findTx(context, view, params.txid))),
  ),
  txsOutspends: value((context, { query }) =>
    withLiquidIndex(context, (view) => Promise.all(query.txids.map((txid) => outspendsIfKnown(context, view, txid)))),
  ),
  postTx: value((context, { body }) => sendLiquidTx(context, body)),
  broadcast: value((context, { query }) => sendLiquidTx(context, query.tx)),
} satisfies Partial<LiquidHandlers>;
