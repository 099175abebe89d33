import type { Utxo } from '@glassblock/contract';
import type { UnspentCursor } from '@glassblock/index';
import type { MempoolView } from '@glassblock/mempool';
import { CodedError, displayHash, fromHex, hashFromDisplay } from '@glassblock/primitives';
import { type ChainReader, statusIn } from '../../network/chain/chain-reader.ts';
import { answerOfView, type ViewAnswer } from '../../network/chain/view-answers.ts';
import { utxosJson } from '../presenters/output-lists.ts';
import { unconfirmed } from '../presenters/present-tx.ts';
import type { OutpointText } from '../tx/transactions.ts';
import type { ScriptContext } from './script-context.ts';
import { scriptChain } from './scripts.ts';

/** A page of unspent outputs. `next` is the cursor of the next page; absent at the end. */
interface UnspentPage {
  utxos: Utxo[];
  next?: string;
}

/** Requested part of a list: `after` is the last one received. */
export interface UnspentQuery {
  after?: OutpointText;
  limit: number;
}

const textOf = ({ txid, vout }: OutpointText) => `${txid}:${vout}`;

/**
 * Returns unspent outputs of a script: of the mempool, then of the chain, newest transactions first, without those
 * spent in the mempool. A mempool cursor continues there and then in the chain.
 * @throws {CodedError} history.after-not-found
 */
export async function unspentOutputs(context: ScriptContext, hash: string, query: UnspentQuery): Promise<ViewAnswer> {
  // the mempool first: a transaction mined in between is then in both, not in neither
  const mempool = await context.mempool.scriptOutputs(hash);
  return scriptChain(context, [hash], async (chain) => {
    const make = async () => encoded(await unspentPage(chain, hash, mempool, query));
    if (mempool.unspent.length + mempool.spent.length > 0) return make();
    const { after, limit } = query;
    return answerOfView(chain.view, `utxo ${hash} ${after === undefined ? '' : textOf(after)} ${limit}`, make);
  });
}

async function encoded({ utxos, next }: UnspentPage): Promise<ViewAnswer> {
  return { body: (await utxosJson(utxos)).copy(), ...(next === undefined ? {} : { next }) };
}

async function unspentPage(
  chain: ChainReader,
  hash: string,
  mempool: Awaited<ReturnType<MempoolView['scriptOutputs']>>,
  { after: cursor, limit: pageSize }: UnspentQuery,
): Promise<UnspentPage> {
  const spent = new Set(mempool.spent.map(textOf));
  const ofMempool = newestFirst(mempool.unspent);
  const at = cursor === undefined ? -1 : ofMempool.findIndex((output) => textOf(output) === textOf(cursor));
  const place = cursor === undefined ? undefined : await placeOf(chain, hash, cursor);
  if (cursor !== undefined && place === undefined && at < 0) {
    throw new CodedError('history.after-not-found', 'not in this list', { datum: cursor });
  }
  const pending = place === undefined ? ofMempool.slice(at + 1, at + 1 + pageSize) : [];
  const limit = pageSize - pending.length;
  const confirmed: UnspentPage = limit === 0 ? { utxos: [] } : await minedPage(chain, hash, place, limit);
  const next = limit === 0 ? textOf(pending.at(-1)!) : confirmed.next;
  const mined = new Set(pending.length === 0 ? [] : confirmed.utxos.map(textOf));
  return {
    utxos: [
      ...pending
        .filter((output) => !mined.has(textOf(output)))
        .map(({ txid, vout, value }): Utxo => ({ txid, vout, status: unconfirmed, value })),
      ...(spent.size === 0 ? confirmed.utxos : confirmed.utxos.filter((output) => !spent.has(textOf(output)))),
    ],
    ...(next === undefined ? {} : { next }),
  };
}

/** The mempool returns the oldest transaction first; the order inside a transaction stays. */
function newestFirst<T extends { txid: string }>(outputs: readonly T[]): T[] {
  return [...Map.groupBy(outputs, ({ txid }) => txid).values()].reverse().flat();
}

/**
 * The cursor's position in the chain. The output itself may have been spent since: its transaction must touch the
 * script.
 */
async function placeOf(chain: ChainReader, hash: string, cursor: OutpointText): Promise<UnspentCursor | undefined> {
  const number = await chain.numberOf(hashFromDisplay(cursor.txid));
  if (number === undefined) return undefined;
  const entry = await chain.view.historyEntry(fromHex(hash), number);
  return entry === undefined ? undefined : { number, vout: cursor.vout };
}

async function minedPage(
  chain: ChainReader,
  hash: string,
  after: UnspentCursor | undefined,
  limit: number,
): Promise<UnspentPage> {
  const options = { limit, ...(after === undefined ? {} : { after }) };
  const outputs = await chain.view.unspentPage(fromHex(hash), options);
  const ids = await chain.idsOf(outputs.map(({ number }) => number));
  const rows = await chain.rowsAt(outputs.slice(0, ids.length).map(({ number }) => number.height));
  const utxos = ids.map((id, i): Utxo => {
    const { number, vout, value } = outputs[i]!;
    return { txid: displayHash(id), vout, status: statusIn(rows.get(number.height)!), value };
  });
  const hasMore = outputs.length === limit || ids.length < outputs.length;
  return { utxos, ...(hasMore ? { next: textOf(utxos.at(-1)!) } : {}) };
}
