import type { TrackedTxNews } from '@glassblock/contract';
import { mapBounded } from '../../concurrency/map-bounded.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { replacementOf } from '../live-events.ts';
import { type FramePart, type Json, json, jsonMembers, jsonObject, jsonRecord } from '../messages/json-text.ts';
import type { Outbox } from '../outbox.ts';
import type { Session } from '../session.ts';
import { createSubscribers } from '../subscribers.ts';
import type { Tracker } from '../tracker.ts';
import { spendsOf } from './spends.ts';
import type { TxPositions } from './tx-positions.ts';

/** `track-txs`: a list of transactions per session. */
export interface ManyTxsTracker extends Tracker {
  /**
   * @param txids distinct; empty: stop
   * @returns their current state
   */
  follow(session: Session, txids: readonly string[]): Promise<FramePart>;
}

const replacementConcurrency = 8;

/** Creates the tracker. */
export function createManyTxsTracker(context: NetworkContext, positions: TxPositions): ManyTxsTracker {
  /** For each session its ids, with the mark of the relatives last sent. */
  const followed = new Map<Session, Map<string, string | undefined>>();
  const sessions = createSubscribers<string, Session>();

  function forget(session: Session): void {
    for (const txid of followed.get(session)?.keys() ?? []) {
      sessions.remove(txid, session);
      positions.unfollow(txid);
    }
    followed.delete(session);
  }

  /** Collects updates of single transactions for each session that follows some of them. */
  function put(
    news: Iterable<readonly [txid: string, text: (session: Session) => Json<TrackedTxNews>]>,
    outbox: Outbox,
  ): void {
    const lists = new Map<Session, [string, Json<TrackedTxNews>][]>();
    for (const [txid, text] of news) {
      for (const session of sessions.of(txid)) {
        const list = lists.get(session);
        if (list === undefined) lists.set(session, [[txid, text(session)]]);
        else list.push([txid, text(session)]);
      }
    }
    for (const [session, list] of lists) outbox.put(session, { 'tracked-txs': jsonRecord(list) });
  }

  async function newestVersions(txids: readonly string[]): Promise<Map<string, string>> {
    const versions = await mapBounded(txids, replacementConcurrency, async (txid) => {
      const { tree } = await context.mempool.replacement(txid);
      return tree?.tx.txid;
    });
    const pairs = txids.map((txid, i) => [txid, versions[i]] as const);
    return new Map(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== pair[0]));
  }

  return {
    get needsTxs() {
      return sessions.size > 0;
    },
    get needsBlocks() {
      return sessions.size > 0;
    },
    waitsForBlock: (session) => followed.has(session),
    forget,
    async follow(session, txids) {
      forget(session);
      if (txids.length === 0) return {};
      followed.set(session, new Map(txids.map((txid) => [txid, undefined])));
      for (const txid of txids) {
        sessions.add(txid, session);
        positions.follow(txid);
      }
      const entries = await positions.lookup(txids);
      const replaced = await newestVersions(txids.filter((_, i) => entries[i] === undefined));
      const known = txids.flatMap((txid, i): [string, Json<TrackedTxNews>][] => {
        const entry = entries[i];
        const replacedBy = replaced.get(txid);
        if (replacedBy !== undefined) return [[txid, json<TrackedTxNews>({ confirmed: false, replacedBy })]];
        if (entry === undefined) return [];
        const { position } = entry;
        const { accelerated } = position ?? {};
        return [
          [
            txid,
            json<TrackedTxNews>({
              confirmed: false,
              ...(position && { position }),
              ...(accelerated && { accelerated }),
            }),
          ],
        ];
      });
      return known.length === 0 ? {} : { 'tracked-txs': jsonRecord(known) };
    },
    onMempoolChange({ added, removed }, outbox) {
      const news = new Map<string, TrackedTxNews>();
      for (const [txid, utxoSpent] of spendsOf(added, sessions.has)) news.set(txid, { utxoSpent });
      for (const removal of removed) {
        const replacedBy = sessions.has(removal.txid) ? replacementOf(removal) : undefined;
        if (replacedBy !== undefined) news.set(removal.txid, { ...news.get(removal.txid), replacedBy });
      }
      const texts = Array.from(news, ([txid, one]) => [txid, json(one)] as const);
      put(
        texts.map(([txid, text]) => [txid, () => text]),
        outbox,
      );
    },
    onBlock({ txs }, outbox) {
      const text = json<TrackedTxNews>({ confirmed: true });
      const mined = txs.filter(({ txid }) => sessions.has(txid));
      put(
        mined.map(({ txid }) => [txid, () => text]),
        outbox,
      );
    },
    async onMempoolFrame(_frame, outbox) {
      const news = await positions.news(sessions.has, (txid, mark) =>
        [...sessions.of(txid)].some((session) => followed.get(session)?.get(txid) !== mark),
      );
      put(
        news.map(({ txid, position, paid, cpfp, cpfpMark }) => {
          const short = newsText({ position, ...jsonMembers(paid) });
          const long = newsText({ position, ...jsonMembers(paid), cpfp });
          return [
            txid,
            (session) => {
              const marks = followed.get(session);
              if (cpfp === undefined || marks === undefined || marks.get(txid) === cpfpMark) return short;
              marks.set(txid, cpfpMark);
              return long;
            },
          ];
        }),
        outbox,
      );
    },
  };
}

type NewsMembers = { readonly [K in keyof TrackedTxNews]: Json<TrackedTxNews[K]> | undefined };

const newsText = (members: NewsMembers): Json<TrackedTxNews> => jsonObject<TrackedTxNews>(members);
