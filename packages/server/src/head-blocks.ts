import {
  type BlockRow,
  type ChainTip,
  compareTxNumbers,
  describeBlock,
  type IndexView,
  type TxNumber,
} from '@glassblock/index';
import { type BlockSource, fieldsOf, type NodeClient, numberField, textField } from '@glassblock/node';
import {
  displayHash,
  type Header,
  type Height,
  hashFromDisplay,
  isCoded,
  readBlock,
  readHeader,
  toHex,
} from '@glassblock/primitives';
import { LRUCache } from 'lru-cache';

/** Blocks worked out from the node's bytes, for the time in which the index does not have them. */
export interface HeadBlocks {
  /** The node's best block. */
  tip(): Promise<ChainTip>;
  /** A block of the node's active chain by height. */
  rowAt(height: number): Promise<BlockRow | undefined>;
  /** A header of the node's active chain: pruned nodes keep them all. */
  headerAt(height: number): Promise<Header | undefined>;
  /** Where a transaction was seen in one of these blocks. */
  located(txid: Uint8Array): Promise<TxNumber | undefined>;
  /** A block of the node's active chain by hash. */
  rowOf(hash: Uint8Array): Promise<BlockRow | undefined>;
}

const maxRowsCached = 300;
/** Transactions of the blocks that were read last. */
const maxPlaces = 60_000;
const tipAgeMs = 1_000;

export function createHeadBlocks(client: NodeClient, source: BlockSource, nowMs: () => number): HeadBlocks {
  const rows = new LRUCache<string, BlockRow>({ max: maxRowsCached });
  const places = new LRUCache<string, { number: TxNumber; block: string }>({ max: maxPlaces });
  let newest: { tip: Promise<ChainTip>; atMs: number } | undefined;

  async function readTip(): Promise<ChainTip> {
    const info = fieldsOf(await client.rpc('getblockchaininfo'), 'getblockchaininfo');
    return { height: numberField(info, 'blocks') as Height, hash: hashFromDisplay(textField(info, 'bestblockhash')) };
  }

  async function hashAt(height: number): Promise<Uint8Array | undefined> {
    const hash = await orAbsent(client.rpc('getblockhash', height));
    return hash === undefined ? undefined : hashFromDisplay(String(hash));
  }

  async function rowOf(hash: Uint8Array): Promise<BlockRow | undefined> {
    const id = displayHash(hash);
    const known = rows.get(id);
    if (known !== undefined) return known;
    const answer = await orAbsent(client.rpc('getblockheader', id, true));
    if (answer === undefined) return undefined;
    const header = fieldsOf(answer, 'getblockheader');
    if (numberField(header, 'confirmations') < 1) return undefined;
    const { block, spent } = await source.blockWithSpent(hash);
    const height = numberField(header, 'height') as Height;
    const row = describeBlock(block, spent, height, numberField(header, 'mediantime'));
    rows.set(id, row);
    readBlock(block).txs.forEach(({ txid }, position) => {
      places.set(toHex(txid), { number: { height, position }, block: id });
    });
    return row;
  }

  return {
    tip() {
      if (newest === undefined || nowMs() - newest.atMs > tipAgeMs) newest = { tip: readTip(), atMs: nowMs() };
      return newest.tip;
    },
    rowOf,
    async located(txid) {
      const place = places.get(toHex(txid));
      if (place === undefined) return undefined;
      // the block may have left the chain
      const hash = await hashAt(place.number.height);
      return hash !== undefined && displayHash(hash) === place.block ? place.number : undefined;
    },
    async rowAt(height) {
      const hash = await hashAt(height);
      return hash === undefined ? undefined : rowOf(hash);
    },
    async headerAt(height) {
      const hash = await hashAt(height);
      return hash === undefined ? undefined : readHeader(await source.header(hash));
    },
  };
}

/** The node's word that there is no such block is an answer. */
async function orAbsent(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (isCoded(error, 'node.rpc') && [-5, -8].includes((error.datum as { code: number }).code)) return undefined;
    throw error;
  }
}

/** The index as requests read it. */
export interface ServedView extends IndexView {
  /** Headers of the active chain by height, also of blocks whose data nobody has. */
  headersAt(heights: readonly number[]): Promise<(Header | undefined)[]>;
}

/** A view of the index alone. */
export function servedView(view: IndexView): ServedView {
  return { ...view, headersAt: async (heights) => (await view.blocksAt(heights)).map((row) => row?.header) };
}

/** A view that has the node's blocks where the index has none, and stands at the node's tip; scripts and transactions are
 *  those of the index alone. When the node cannot be asked the view stays what it is. */
export async function withHead(view: ServedView, head: HeadBlocks): Promise<ServedView> {
  let tip: ChainTip;
  try {
    tip = await head.tip();
  } catch (error) {
    if (isCoded(error)) return view;
    throw error;
  }
  if (view.tip !== undefined && view.tip.height >= tip.height) return view;
  return {
    ...view,
    tip,
    async blocksAt(heights) {
      const rows = await view.blocksAt(heights);
      return Promise.all(
        rows.map((row, i) => row ?? (heights[i]! <= tip.height ? head.rowAt(heights[i]!) : undefined)),
      );
    },
    async locate(txid) {
      const found = await view.locate(txid);
      const seen = await head.located(txid);
      const isKnown = seen === undefined || found.some((number) => compareTxNumbers(number, seen) === 0);
      return isKnown ? found : [seen, ...found];
    },
    async headersAt(heights) {
      const headers = await view.headersAt(heights);
      const isOfChain = (height: number) => height >= 0 && height <= tip.height;
      return Promise.all(
        headers.map((header, i) => header ?? (isOfChain(heights[i]!) ? head.headerAt(heights[i]!) : undefined)),
      );
    },
    async blockByHash(hash) {
      const found = await view.blockByHash(hash);
      if (found !== undefined) return found;
      const row = await head.rowOf(hash);
      return row === undefined ? undefined : { row, stale: false };
    },
  };
}
