import type { RpcOutcome } from '@glassblock/node';
import { displayHash, hashFromDisplay, isCoded } from '@glassblock/primitives';
import type { AccelerationChain, MinedFacts, TxLocation } from '@glassblock/services';
import { blockBody } from '../network/chain/block-body.ts';
import type { Families } from '../network/chain/block-families.ts';
import { familiesOf } from '../network/chain/block-packages.ts';
import { type ChainContext, isIndexBehind } from '../network/chain/chain-context.ts';
import { withChain } from '../network/chain/chain-reader.ts';
import type { MempoolContext } from '../network/mempool-context.ts';
import type { NetworkInfo } from '../network/network-info.ts';
import type { NodeContext } from '../network/node-context.ts';

type Context = ChainContext & MempoolContext & NodeContext & NetworkInfo;

/** Answers queries of accelerations from the index, the mempool and the node of a network. */
export function createServiceChain(context: Context): AccelerationChain {
  return {
    async mempoolPackage(txid) {
      const [entry] = await context.mempool.entries([txid]);
      const rate = context.frame().fees?.precise.fastestFee;
      if (entry === undefined) return undefined;
      const { ancestors } = entry;
      const weight = ancestors.reduce((sum, one) => sum + one.weight, entry.adjustedWeight);
      return {
        txid,
        effectiveFee: ancestors.reduce((sum, { fee }) => sum + fee, entry.fee),
        effectiveVsize: Math.ceil(weight / 4),
        ancestorCount: ancestors.length + 1,
        hasManySigops: entry.adjustedWeight > entry.weight,
        nextBlockRate: rate,
      };
    },
    async rawPackage(txid) {
      const [entry] = await context.mempool.entries([txid]);
      if (entry === undefined) return undefined;
      const found = await context.mempool.entries(entry.ancestors.map((ancestor) => ancestor.txid));
      const ancestors = found.filter((each) => each !== undefined);
      if (ancestors.length !== entry.ancestors.length) return undefined;
      // a parent has fewer ancestors than its child
      return [...ancestors, entry].sort((a, b) => a.ancestors.length - b.ancestors.length).map(({ raw }) => raw);
    },
    locate: async (txids) => (isIndexBehind(context) ? undefined : locate(context, txids)),
    async minedFacts(hash, txid, accelerated) {
      try {
        const { row, body } = await blockBody(context, hash);
        const families = await familiesOf(hash, body);
        const { coinbaseScript, payoutScripts } = row.figures;
        const { id } = context.miningPools.find(coinbaseScript, payoutScripts, context.network);
        return { miningPoolId: id, ...figuresOf(families, txid, accelerated) };
      } catch (error) {
        // not indexed yet, or the node does not answer: the next check retries
        if (isCoded(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Returns positions and those of their ancestors in the block. */
function withAncestors({ txs }: Families, positions: Iterable<number>): Set<number> {
  const found = new Set(positions);
  for (const at of found) for (const parent of txs[at]!.parents) found.add(parent);
  return found;
}

/** Returns fee and size of the package of a mined transaction, and the lowest fee rate of the others. */
export function figuresOf(
  families: Families,
  txid: string,
  accelerated: ReadonlySet<string>,
): Omit<MinedFacts, 'miningPoolId'> {
  const { txs } = families;
  const own = txs.flatMap(({ relative }, at) => (relative.txid === txid ? [at] : []));
  const ignored = withAncestors(
    families,
    txs.flatMap(({ relative }, at) => (accelerated.has(relative.txid) ? [at] : [])),
  );
  let [packageFee, weight, lowestRate] = [0, 0, Number.POSITIVE_INFINITY];
  for (const at of withAncestors(families, own)) {
    packageFee += txs[at]!.relative.fee;
    weight += txs[at]!.relative.weight;
  }
  // the first is the coinbase
  for (let at = 1; at < txs.length; at++) if (!ignored.has(at)) lowestRate = Math.min(lowestRate, txs[at]!.rate);
  return {
    packageFee,
    packageVsize: Math.ceil(weight / 4),
    lowestRate: Number.isFinite(lowestRate) ? lowestRate : 0,
  };
}

/** Looks in the index first: a mined transaction may still be in the mirror of the mempool. */
async function locate(
  context: Context,
  txids: readonly string[],
): Promise<{ height: number; locations: TxLocation[] } | undefined> {
  const indexed = await withChain(context, async (chain) => {
    const { tip } = chain.view;
    if (tip === undefined) return undefined;
    const heights: (number | undefined)[] = [];
    for (const txid of txids) heights.push((await chain.numberOf(hashFromDisplay(txid)))?.height);
    const rows = await chain.rowsAt([tip.height, ...heights.filter((height) => height !== undefined)]);
    const hashAt = (height: number) => displayHash(rows.get(height)!.header.hash);
    const locations = heights.map((height): TxLocation | undefined =>
      height === undefined ? undefined : { in: 'block', height, hash: hashAt(height) },
    );
    return { height: tip.height, hash: hashAt(tip.height), locations };
  });
  if (indexed === undefined) return undefined;
  const { height, hash, locations } = indexed;
  const unmined = txids.filter((_, i) => locations[i] === undefined);
  const isPresent = await context.mempool.has(unmined);
  const missing = new Set(unmined.filter((_, i) => isPresent[i] !== true));
  const absent = await absentFromNode(context, [...missing], hash);
  const locationOf = (txid: string): TxLocation => {
    if (!missing.has(txid)) return { in: 'mempool' };
    return absent.has(txid) ? { in: 'nowhere' } : { in: 'unknown' };
  };
  return { height, locations: locations.map((location, i) => location ?? locationOf(txids[i]!)) };
}

const callsPerBatch = 500;

/**
 * Returns the transactions that the node does not have either while its tip is that of the index: a transaction that is
 * mined or replaced right now is in neither for a moment.
 */
async function absentFromNode(
  { client }: NodeContext,
  txids: readonly string[],
  tip: string,
): Promise<ReadonlySet<string>> {
  const absent = new Set<string>();
  for (let start = 0; start < txids.length; start += callsPerBatch) {
    const part = txids.slice(start, start + callsPerBatch);
    const bestBlock = { method: 'getbestblockhash', params: [] };
    const entries = part.map((txid) => ({ method: 'getmempoolentry', params: [txid] }));
    const outcomes = await client.batch([bestBlock, ...entries, bestBlock]);
    const isTip = (outcome: RpcOutcome | undefined) =>
      outcome !== undefined && 'result' in outcome && outcome.result === tip;
    if (!isTip(outcomes[0]) || !isTip(outcomes.at(-1))) return new Set();
    for (const [i, txid] of part.entries()) if (isNotInMempool(outcomes[i + 1])) absent.add(txid);
  }
  return absent;
}

const notInMempool = -5;

const isNotInMempool = (outcome: RpcOutcome | undefined): boolean =>
  outcome !== undefined && 'error' in outcome && outcome.error.code === notInMempool;
