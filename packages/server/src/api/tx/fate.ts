import type { Fate } from '@glassblock/contract';
import { CodedError, hashFromDisplay, toHex } from '@glassblock/primitives';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { presentFact } from '../presenters/present-fact.ts';
import { transactionStatus } from './transactions.ts';

/**
 * Returns the history of a transaction, as far as the journal goes back.
 * @throws {CodedError} tx.not-found
 */
export async function fateOf(context: ChainContext & MempoolContext & RecordingContext, id: string): Promise<Fate> {
  const [events, [entry], status] = await Promise.all([
    context.journal.find(hashFromDisplay(id)),
    context.mempool.entries([id]),
    transactionStatus(context, id),
  ]);
  if (events.length === 0 && entry === undefined && !status.confirmed) {
    throw new CodedError('tx.not-found', 'unknown transaction', { datum: id });
  }
  const now = status.confirmed ? 'chain' : entry === undefined ? 'gone' : 'pool';
  const raw = now === 'chain' ? undefined : await context.mempool.rawOf(id);
  return {
    txid: id,
    now,
    status,
    ...(raw === undefined ? {} : { raw: toHex(raw) }),
    events: events.map(({ id: event, fact }) => ({ id: event, ...presentFact(fact) }) as Fate['events'][number]),
  };
}
