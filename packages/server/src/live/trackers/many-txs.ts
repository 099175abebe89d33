import type { TrackedTxNews } from '@glassblock/contract';
import type { MempoolEntry, MempoolView } from '@glassblock/mempool';
import { mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { replacementOf } from '../live-events.ts';
import { type FramePart, type Json, json, jsonMembers, jsonObject, jsonRecord } from '../sending/json-text.ts';
import type { Outbox } from '../sending/outbox.ts';
import type { Session } from '../sending/session.ts';
import type { Topic, Topics } from '../topics.ts';
import type { MempoolChange, Tracker } from '../tracker.ts';
import { spendsOf } from './spends.ts';
import type { PositionUpdate, TxPositions } from './tx-positions.ts';

/** `track-txs`: a list of transactions per session. */
export interface ManyTxsTracker extends Tracker {
  /**
   * @param txids distinct; empty: stop
   * @returns their current state
   */
  follow(session: Session, txids: readonly string[]): Promise<FramePart>;
}

/** State: the mark of the relatives last sent; empty when none were. */
type TxsTopic = Topic<string, string>;

/** The update of one transaction, as text for each session that follows it. */
type TxUpdate = readonly [txid: string, text: (session: Session) => Json<TrackedTxNews>];

const replacementConcurrency = 8;

/** Creates the tracker. */
export function createManyTxsTracker(context: NetworkContext, topics: Topics, positions: TxPositions): ManyTxsTracker {
  const topic: TxsTopic = topics.create({ onFirst: positions.follow, onLast: positions.unfollow });
  return {
    get needsTxs() {
      return topic.size > 0;
    },
    get needsBlocks() {
      return topic.size > 0;
    },
    waitsForBlock: topic.isFollowedBy,
    async follow(session, txids) {
      topic.clear(session);
      if (txids.length === 0) return {};
      for (const txid of txids) topic.subscribe(session, txid, '');
      const entries = await positions.lookup(txids);
      const missing = txids.filter((_, i) => entries[i] === undefined);
      const replaced = await newestVersions(context.mempool, missing);
      const known = txids.flatMap((txid, i): [string, Json<TrackedTxNews>][] => {
        const state = presentState(entries[i], replaced.get(txid));
        return state === undefined ? [] : [[txid, json(state)]];
      });
      return known.length === 0 ? {} : { 'tracked-txs': jsonRecord(known) };
    },
    onMempoolChange(change, outbox) {
      const texts = Array.from(changesOf(change, topic.has), ([txid, news]) => [txid, json(news)] as const);
      putUpdates(
        topic,
        texts.map(([txid, text]) => [txid, () => text]),
        outbox,
      );
    },
    onBlock({ txids }, outbox) {
      const text = json<TrackedTxNews>({ confirmed: true });
      const mined = txids.filter(topic.has);
      putUpdates(
        topic,
        mined.map((txid) => [txid, () => text]),
        outbox,
      );
    },
    async onMempoolFrame(_frame, outbox) {
      const updates = await positions.news(topic.has, (txid, mark) =>
        [...topic.sessionsOf(txid)].some((session) => topic.stateOf(session, txid) !== mark),
      );
      putUpdates(
        topic,
        updates.map((update) => positionUpdate(topic, update)),
        outbox,
      );
    },
  };
}

/** Returns the replacements of transactions that are not in the mempool, by replaced id. */
async function newestVersions(mempool: MempoolView, txids: readonly string[]): Promise<Map<string, string>> {
  const versions = await mapBounded(txids, replacementConcurrency, async (txid) => {
    const { tree } = await mempool.replacement(txid);
    return tree?.tx.txid;
  });
  const pairs = txids.map((txid, i) => [txid, versions[i]] as const);
  return new Map(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== pair[0]));
}

/** Returns the state of a transaction when it is first followed; undefined when nothing is known of it. */
function presentState(entry: MempoolEntry | undefined, replacedBy: string | undefined): TrackedTxNews | undefined {
  if (replacedBy !== undefined) return { confirmed: false, replacedBy };
  if (entry === undefined) return undefined;
  const { position } = entry;
  const { accelerated } = position ?? {};
  return { confirmed: false, ...(position && { position }), ...(accelerated && { accelerated }) };
}

/** Returns the effects of a change on followed transactions, by id. */
function changesOf(
  { added, removed }: MempoolChange,
  isFollowed: (txid: string) => boolean,
): Map<string, TrackedTxNews> {
  const changes = new Map<string, TrackedTxNews>();
  for (const [txid, utxoSpent] of spendsOf(added, isFollowed)) changes.set(txid, { utxoSpent });
  for (const removal of removed) {
    const replacedBy = isFollowed(removal.txid) ? replacementOf(removal) : undefined;
    if (replacedBy !== undefined) changes.set(removal.txid, { ...changes.get(removal.txid), replacedBy });
  }
  return changes;
}

/** Returns the update of a position, with its relatives for sessions that do not have these yet. */
function positionUpdate(topic: TxsTopic, { txid, position, paid, cpfp, cpfpMark }: PositionUpdate): TxUpdate {
  const short = jsonObject<TrackedTxNews>({ position, ...jsonMembers(paid) } as NewsMembers);
  const long = jsonObject<TrackedTxNews>({ position, ...jsonMembers(paid), cpfp } as NewsMembers);
  return [
    txid,
    (session) => {
      if (cpfp === undefined || topic.stateOf(session, txid) === cpfpMark) return short;
      topic.subscribe(session, txid, cpfpMark);
      return long;
    },
  ];
}

/** Collects updates of single transactions for each session that follows some of them. */
function putUpdates(topic: TxsTopic, updates: readonly TxUpdate[], outbox: Outbox): void {
  const lists = new Map<Session, [string, Json<TrackedTxNews>][]>();
  for (const [txid, text] of updates) {
    for (const session of topic.sessionsOf(txid)) {
      const list = lists.get(session);
      if (list === undefined) lists.set(session, [[txid, text(session)]]);
      else list.push([txid, text(session)]);
    }
  }
  for (const [session, list] of lists) outbox.put(session, { 'tracked-txs': jsonRecord(list) });
}

type NewsMembers = { readonly [K in keyof TrackedTxNews]: Json<TrackedTxNews[K]> | undefined };
