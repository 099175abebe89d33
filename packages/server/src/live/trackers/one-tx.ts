import type { RbfTree, TxPosition } from '@glassblock/contract';
import type { ReplacementChanges } from '@glassblock/mempool';
import type { NetworkContext } from '../../network/network-context.ts';
import { replacementOf } from '../live-events.ts';
import { type FramePart, json, jsonObject, partOf } from '../messages/json-text.ts';
import { outboundMempoolTx } from '../messages/outbound-tx.ts';
import type { Outbox } from '../outbox.ts';
import type { Session } from '../session.ts';
import { createSubscribers } from '../subscribers.ts';
import type { Tracker } from '../tracker.ts';
import { spendsOf } from './spends.ts';
import type { TxPositions } from './tx-positions.ts';

/** `track-tx`: one transaction per session, from its arrival to its block. */
export interface OneTxTracker extends Tracker {
  /**
   * @param watch report when it appears, or its replacement
   * @returns its current state
   */
  follow(session: Session, txid: string | undefined, watch: boolean): Promise<FramePart>;
}

interface Followed {
  txid: string;
  /** It has not been seen yet, and the client waits for it. */
  isAwaited: boolean;
  /** Mark of the relatives last sent. */
  publishedMark: string | undefined;
}

/** Creates the tracker. */
export function createOneTxTracker(context: NetworkContext, positions: TxPositions): OneTxTracker {
  const followed = new Map<Session, Followed>();
  const sessions = createSubscribers<string, Session>();

  function forget(session: Session): void {
    const old = followed.get(session);
    if (old === undefined) return;
    followed.delete(session);
    sessions.remove(old.txid, session);
    positions.unfollow(old.txid);
  }

  function begin(session: Session, txid: string, isAwaited: boolean): Followed {
    const one = { txid, isAwaited, publishedMark: undefined };
    followed.set(session, one);
    sessions.add(txid, session);
    positions.follow(txid);
    return one;
  }

  function putAll(txid: string, part: FramePart, outbox: Outbox): void {
    for (const session of sessions.of(txid)) outbox.put(session, part);
  }

  /** Sends replacement trees to every session that follows one of their transactions. */
  function putTrees({ trees }: ReplacementChanges, outbox: Outbox): void {
    for (const tree of trees) {
      const part = partOf({ rbfInfo: tree });
      for (const txid of versionIds(tree)) putAll(txid, part, outbox);
    }
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
    async follow(session, txid, watch) {
      forget(session);
      if (txid === undefined) return {};
      const one = begin(session, txid, watch);
      const [entry] = await positions.lookup([txid]);
      if (entry !== undefined) {
        // the journal may have been faster
        const isNew = one.isAwaited;
        one.isAwaited = false;
        return {
          ...(entry.position === undefined ? {} : partOf({ txPosition: { txid, position: entry.position } })),
          ...(isNew ? { tx: outboundMempoolTx(context, entry).json } : {}),
        };
      }
      const { tree } = watch ? await context.mempool.replacement(txid) : { tree: undefined };
      if (tree === undefined || tree.tx.txid === txid) return {};
      if (followed.get(session) === one) forget(session);
      return partOf({ txReplaced: { txid: tree.tx.txid } });
    },
    onMempoolChange({ added, removed }, outbox) {
      for (const tx of added) {
        if (!sessions.has(tx.txid)) continue;
        const part = { tx: tx.json };
        for (const session of sessions.of(tx.txid)) {
          const one = followed.get(session);
          if (one?.isAwaited !== true) continue;
          one.isAwaited = false;
          outbox.put(session, part);
        }
      }
      for (const [txid, spent] of spendsOf(added, sessions.has)) putAll(txid, partOf({ utxoSpent: spent }), outbox);
      for (const removal of removed) {
        const by = replacementOf(removal);
        if (by !== undefined && sessions.has(removal.txid)) {
          putAll(removal.txid, partOf({ rbfTransaction: { txid: by } }), outbox);
        }
      }
    },
    onBlock({ txs }, outbox) {
      for (const { txid } of txs) if (sessions.has(txid)) putAll(txid, partOf({ txConfirmed: txid }), outbox);
    },
    async onMempoolFrame({ rbfChanges }, outbox) {
      if (rbfChanges !== undefined) putTrees(rbfChanges, outbox);
      const lacks = (session: Session, mark: string) => followed.get(session)?.publishedMark !== mark;
      const news = await positions.news(sessions.has, (txid, mark) =>
        [...sessions.of(txid)].some((session) => lacks(session, mark)),
      );
      for (const { txid, position, cpfp, cpfpMark } of news) {
        const where = { txid: json(txid), position };
        const short = { txPosition: jsonObject<TxPosition>({ ...where, cpfp: undefined }) };
        const long = { txPosition: jsonObject<TxPosition>({ ...where, cpfp }) };
        for (const session of sessions.of(txid)) {
          const one = followed.get(session);
          if (one === undefined) continue;
          const withCpfp = cpfp !== undefined && lacks(session, cpfpMark);
          outbox.put(session, withCpfp ? long : short);
          if (withCpfp) one.publishedMark = cpfpMark;
        }
      }
    },
  };
}

/** Ids of all transactions of a tree. */
const versionIds = (tree: RbfTree): string[] => [tree.tx.txid, ...tree.replaces.flatMap(versionIds)];
