import { hashFromDisplay } from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';
import { type ChainContext, isIndexBehind } from '../../network/chain/chain-context.ts';
import { withChain } from '../../network/chain/chain-reader.ts';
import { answerOfView, type ViewAnswer } from '../../network/chain/view-answers.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import { EncodedJson } from '../encoded-json.ts';
import { outspendsJson } from '../presenters/output-lists.ts';
import { mempoolOutpoints, minedSpends, outputCountOf, outputsOf, outspendsAt } from './transactions.ts';

/** Numbers of outputs by txid, of which they are a part. */
const outputCounts = new LRUCache<string, number>({ max: 10_000 });

/**
 * Returns the outspends of every output as JSON. Those of a confirmed transaction without spenders in the mempool are
 * encoded once per block.
 * @throws {CodedError} tx.not-found; index.behind, index.lacks-blocks
 */
export async function allOutspends(context: ChainContext & MempoolContext, id: string): Promise<EncodedJson> {
  const count = outputCounts.get(id);
  const known = count === undefined || isIndexBehind(context) ? undefined : await minedOutspends(context, id, count);
  if (known !== undefined) return known;
  const found = await outputCountOf(context, id);
  outputCounts.set(id, found);
  return outspendsJson(await outspendsAt(context, outputsOf(id, found)));
}

/** Undefined unless the transaction is confirmed and the mempool spends none of its outputs. */
async function minedOutspends(
  context: ChainContext & MempoolContext,
  id: string,
  count: number,
): Promise<EncodedJson | undefined> {
  if (count > mempoolOutpoints) return undefined;
  const outputs = outputsOf(id, count);
  // the mempool first: a spender mined in between is then in both answers, not in none
  const inMempool = await context.mempool.spenders(outputs);
  if (inMempool.some((spender) => spender !== undefined)) return undefined;
  const answer = await withChain(context, (chain) =>
    answerOfView(chain.view, `outspends ${id}`, async (): Promise<ViewAnswer | undefined> => {
      if ((await chain.numberOf(hashFromDisplay(id))) === undefined) return undefined;
      const spends = await minedSpends(chain, outputs);
      return { body: (await outspendsJson(spends.map((spend) => spend ?? { spent: false }))).copy() };
    }),
  );
  return answer === undefined ? undefined : new EncodedJson(answer.body);
}
