import type { RbfTree, TxPosition } from '@glassblock/contract';
import type { MempoolEntry, ReplacementChanges } from '@glassblock/mempool';
import type { NetworkContext } from '../../network/network-context.ts';
import { replacementOf } from '../live-events.ts';
import { outboundMempoolTx } from '../messages/outbound-tx.ts';
import { type FramePart, json, jsonObject, partOf } from '../sending/json-text.ts';
import type { Outbox } from '../sending/outbox.ts';
import type { Session } from '../sending/session.ts';
import type { Topic, Topics } from '../topics.ts';
import type { MempoolChange, Tracker } from '../tracker.ts';
import { spendsOf } from './spends.ts';
import type { PositionUpdate, TxPositions } from './tx-positions.ts';

/** `track-tx`: one transaction per session, from its arrival to its block. */
export interface OneTxTracker extends Tracker {
  /**
   * @param watch report when it appears, or its replacement
   * @returns its current state
   */
  follow(session: Session, txid: string | undefined, watch: boolean): Promise<FramePart>;
}

/** State of a session's transaction. */
interface FollowedTx {
  /** It has not been seen yet, and the client waits for it. */
  isAwaited: boolean;
  /** Mark of the relatives last sent. */
  publishedMark: string | undefined;
}

type TxTopic = Topic<string, FollowedTx>;

/** Creates the tracker. */
export function createOneTxTracker(context: NetworkContext, topics: Topics, positions: TxPositions): OneTxTracker {
  const topic: TxTopic = topics.create({ onFirst: positions.follow, onLast: positions.unfollow });
  return {
    get needsTxs() {
      return topic.size > 0;
    },
    get needsBlocks() {
      return topic.size > 0;
    },
    waitsForBlock: topic.isFollowedBy,
    async follow(session, txid, watch) {
      topic.clear(session);
      if (txid === undefined) return {};
      const followed: FollowedTx = { isAwaited: watch, publishedMark: undefined };
      topic.subscribe(session, txid, followed);
      const [entry] = await positions.lookup([txid]);
      if (entry !== undefined) return presentState(context, entry, followed);
      const { tree } = watch ? await context.mempool.replacement(txid) : { tree: undefined };
      if (tree === undefined || tree.tx.txid === txid) return {};
      if (topic.stateOf(session, txid) === followed) topic.clear(session);
      return partOf({ txReplaced: { txid: tree.tx.txid } });
    },
    onMempoolChange(change, outbox) {
      putArrivals(topic, change, outbox);
      for (const [txid, spent] of spendsOf(change.added, topic.has)) {
        putAll(topic, txid, partOf({ utxoSpent: spent }), outbox);
      }
      for (const removal of change.removed) {
        const by = replacementOf(removal);
        if (by === undefined || !topic.has(removal.txid)) continue;
        putAll(topic, removal.txid, partOf({ rbfTransaction: { txid: by } }), outbox);
      }
    },
    onBlock({ txids }, outbox) {
      for (const txid of txids) if (topic.has(txid)) putAll(topic, txid, partOf({ txConfirmed: txid }), outbox);
    },
    async onMempoolFrame({ rbfChanges }, outbox) {
      if (rbfChanges !== undefined) putTrees(topic, rbfChanges, outbox);
      const updates = await positions.news(topic.has, (txid, mark) =>
        [...topic.sessionsOf(txid)].some((session) => topic.stateOf(session, txid)?.publishedMark !== mark),
      );
      for (const update of updates) putPosition(topic, update, outbox);
    },
  };
}

/** Returns the state of a transaction that is in the mempool when it is first followed. */
function presentState(context: NetworkContext, entry: MempoolEntry, followed: FollowedTx): FramePart {
  const { txid, position } = entry;
  // the journal may have reported it already
  const isNew = followed.isAwaited;
  followed.isAwaited = false;
  return {
    ...(position === undefined ? {} : partOf({ txPosition: { txid, position } })),
    ...(isNew ? { tx: outboundMempoolTx(context, entry).json } : {}),
  };
}

function putAll(topic: TxTopic, txid: string, part: FramePart, outbox: Outbox): void {
  for (const session of topic.sessionsOf(txid)) outbox.put(session, part);
}

/** Sends transactions to the sessions that wait for them. */
function putArrivals(topic: TxTopic, { added }: MempoolChange, outbox: Outbox): void {
  for (const tx of added) {
    if (!topic.has(tx.txid)) continue;
    const part = { tx: tx.json };
    for (const session of topic.sessionsOf(tx.txid)) {
      const followed = topic.stateOf(session, tx.txid);
      if (followed?.isAwaited !== true) continue;
      followed.isAwaited = false;
      outbox.put(session, part);
    }
  }
}

/** Sends replacement trees to every session that follows one of their transactions. */
function putTrees(topic: TxTopic, { trees }: ReplacementChanges, outbox: Outbox): void {
  for (const tree of trees) {
    const part = partOf({ rbfInfo: tree });
    for (const txid of versionIds(tree)) putAll(topic, txid, part, outbox);
  }
}

/** Sends a position, with its relatives to sessions that do not have these yet. */
function putPosition(topic: TxTopic, { txid, position, cpfp, cpfpMark }: PositionUpdate, outbox: Outbox): void {
  const where = { txid: json(txid), position };
  const short = { txPosition: jsonObject<TxPosition>({ ...where, cpfp: undefined }) };
  const long = { txPosition: jsonObject<TxPosition>({ ...where, cpfp }) };
  for (const session of topic.sessionsOf(txid)) {
    const followed = topic.stateOf(session, txid);
    if (followed === undefined) continue;
    const withCpfp = cpfp !== undefined && followed.publishedMark !== cpfpMark;
    outbox.put(session, withCpfp ? long : short);
    if (withCpfp) followed.publishedMark = cpfpMark;
  }
}

/** Ids of all transactions of a tree. */
const versionIds = (tree: RbfTree): string[] => [tree.tx.txid, ...tree.replaces.flatMap(versionIds)];
