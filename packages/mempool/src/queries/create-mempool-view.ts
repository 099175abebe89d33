import { fromHex, hashFromDisplay } from '@glassblock/primitives';
import type { Arrivals } from '../arrivals.ts';
import type { FramePublisher } from '../frames/frame-publisher.ts';
import type { MempoolStatus } from '../frames/mempool-frame.ts';
import { projectedTxs } from '../frames/watched-blocks.ts';
import { none } from '../graph/tx-graph.ts';
import { placeAfter, sortedIds } from '../memory/id-list.ts';
import type { Mempool } from '../memory/mempool.ts';
import { histogramOf, totalsOf } from '../memory/mempool-totals.ts';
import type { MempoolView } from '../mempool-view.ts';
import { cachedScan } from '../mirror/cached-scan.ts';
import type { RawContents } from '../raw-contents.ts';
import type { ReplacedTxs } from '../replacements/replaced-txs.ts';
import type { Replacements } from '../replacements/replacements.ts';
import { vsizesByFeeBand, weightsByRateBand } from './fee-rate-bands.ts';
import { mempoolEntry, removedEntry } from './mempool-entry.ts';
import { scriptOutputs } from './script-outputs.ts';
import { scriptTxSlots } from './script-txs.ts';

const maxEntries = 500;
/** A block of 4,000,000 weight units has fewer transactions. */
const maxIds = 20_000;
const maxOutpoints = 5_000;
/** Larger clusters are not returned. */
const maxCluster = 500;

/** Parts of the engine that the view reads. */
export interface MempoolViewOptions {
  mempool: Mempool;
  status: Readonly<MempoolStatus>;
  arrivals: Arrivals;
  replacements: Replacements;
  replacedTxs: ReplacedTxs;
  publisher: FramePublisher;
  contents: RawContents | undefined;
  attachEntries(isOn: boolean): void;
  /** Seconds since 1970. */
  now(): number;
}

type Queries<Name extends keyof MempoolView> = Pick<MempoolView, Name>;

/** Creates the view of a mempool: reads from the engine's parts without changing them, except the watched blocks. */
export function createMempoolView(options: MempoolViewOptions): MempoolView {
  const { mempool, replacements, replacedTxs, publisher, contents, now } = options;
  return {
    ...transactionQueries(mempool, contents),
    ...scriptQueries(mempool),
    ...scanQueries(mempool, now),
    ...feeRateQueries(options),
    ...replacementQueries(replacements, replacedTxs),
    ...frameQueries(mempool, publisher),
    attachEntries: async (isOn) => options.attachEntries(isOn),
  };
}

function transactionQueries(
  mempool: Mempool,
  contents: RawContents | undefined,
): Queries<'entries' | 'has' | 'spenders' | 'cluster' | 'rawOf'> {
  return {
    has: async (txids) => txids.slice(0, maxIds).map((txid) => mempool.has(txid)),
    async entries(txids) {
      return txids.slice(0, maxEntries).map((txid) => {
        const slot = mempool.find(txid);
        return slot === none ? undefined : mempoolEntry(mempool, slot);
      });
    },
    async spenders(outpoints) {
      return outpoints.slice(0, maxOutpoints).map(({ txid, vout }) => {
        const spender = mempool.spender(hashFromDisplay(txid), vout);
        return spender === undefined ? undefined : { txid: mempool.idOf(spender.slot), vin: spender.vin };
      });
    },
    async cluster(txid) {
      const slot = mempool.find(txid);
      return slot === none ? undefined : mempool.clusterOf(slot, maxCluster);
    },
    async rawOf(txid) {
      const slot = mempool.find(txid);
      return slot === none ? contents?.get(hashFromDisplay(txid)) : mempool.read(slot).tx.raw;
    },
  };
}

function scriptQueries(mempool: Mempool): Queries<'script' | 'scriptTxs' | 'scriptOutputs' | 'addressKeys'> {
  return {
    async script(hash, { limit, after }) {
      const bytes = fromHex(hash);
      const last = after === undefined ? none : mempool.find(after);
      return {
        ...mempool.scriptTotals(bytes),
        txids: mempool.byScript(bytes, limit, last).map((slot) => mempool.idOf(slot)),
      };
    },
    async scriptTxs(hashes, options) {
      const { slots, holdsCursor } = scriptTxSlots(mempool, hashes, options);
      return { entries: slots.map((slot) => mempoolEntry(mempool, slot)), holdsCursor };
    },
    scriptOutputs: async (hash) => scriptOutputs(mempool, hash),
    addressKeys: async (ranges, limit) => mempool.addressKeys(ranges, limit),
  };
}

/** Queries that scan the whole mempool; of a large one the result is cached for some seconds. */
function scanQueries(mempool: Mempool, now: () => number): Queries<'txids' | 'totals'> {
  const size = () => mempool.size;
  const histogram = cachedScan(size, now, () => histogramOf(mempool));
  const ids = cachedScan(size, now, () => sortedIds(mempool.shownIds()));
  return {
    async txids({ after, limit }) {
      const all = ids();
      const from = after === undefined ? 0 : placeAfter(all, after);
      return all.slice(32 * from, limit === undefined ? undefined : 32 * (from + limit));
    },
    totals: async () => totalsOf(mempool, histogram()),
  };
}

function feeRateQueries({ mempool, status, arrivals, now }: MempoolViewOptions): Queries<'sample' | 'forecastInputs'> {
  return {
    async sample() {
      if (!status.synced || status.info === undefined) return undefined;
      return {
        added: Math.floor(now()),
        count: mempool.size,
        vBytesPerSecond: arrivals.vBytesPerSecond(now()),
        weight: mempool.totalWeight,
        totalFee: mempool.totalFee,
        minFee: status.info.mempoolminfee * 1e5,
        vsizes: vsizesByFeeBand(mempool),
      };
    },
    async forecastInputs() {
      if (!status.synced || status.info === undefined) return undefined;
      const mempoolWeights = weightsByRateBand(mempool);
      return { mempoolWeights, inflow: arrivals.inflowAt(now()), minFeeRate: status.info.mempoolminfee * 1e5 };
    },
  };
}

function replacementQueries(
  replacements: Replacements,
  replacedTxs: ReplacedTxs,
): Queries<'replacement' | 'replacements' | 'replacedTx'> {
  return {
    replacement: async (txid) => ({ tree: replacements.tree(txid), replaces: replacements.replaces(txid) }),
    replacements: async ({ after, fullOnly }) => replacements.list({ after, fullOnly }),
    async replacedTx(txid) {
      const tx = replacedTxs.get(txid);
      return tx === undefined ? undefined : removedEntry(tx, replacements.replaces(txid) !== undefined);
    },
  };
}

function frameQueries(
  mempool: Mempool,
  publisher: FramePublisher,
): Queries<'frame' | 'projectedBlock' | 'watchBlocks'> {
  return {
    frame: async () => publisher.frame,
    projectedBlock: async (index) => ({ sequence: publisher.sequence, txs: projectedTxs(mempool, index) }),
    watchBlocks: async (indexes) => publisher.watched.watch(indexes),
  };
}
