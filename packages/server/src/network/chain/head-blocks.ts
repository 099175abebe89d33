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

/** Blocks computed from the node's data while the index does not have them. */
export interface HeadBlocks {
  /** Returns the node's best block. */
  tip(): Promise<ChainTip>;
  /** Called with the height of a tip that an answer has. */
  show(height: number): void;
  /** Returns a block of the node's best chain by height. */
  rowAt(height: number): Promise<BlockRow | undefined>;
  /** Returns a header of the node's best chain: pruned nodes have all headers. */
  headerAt(height: number): Promise<Header | undefined>;
  /** Returns the position of a transaction in one of these blocks. */
  located(txid: Uint8Array): Promise<TxNumber | undefined>;
  /** Returns a block of the node's best chain by hash. */
  rowOf(hash: Uint8Array): Promise<BlockRow | undefined>;
}

const maxRowsCached = 300;
/** Maximum cached positions of transactions. */
const maxPlaces = 60_000;
const tipAgeMs = 1_000;

/** Creates the head blocks of a node. */
export function createHeadBlocks(
  client: NodeClient,
  source: BlockSource,
  show: (height: number) => void,
  nowMs: () => number,
): HeadBlocks {
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
    show,
    rowOf,
    async located(txid) {
      const place = places.get(toHex(txid));
      if (place === undefined) return undefined;
      // the block may be stale by now
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

/** The node's error for an unknown block is a valid answer. */
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
  /** Returns headers of the best chain by height, including blocks without data. */
  headersAt(heights: readonly number[]): Promise<(Header | undefined)[]>;
}

/** Returns a view of the index alone. */
export function servedView(view: IndexView): ServedView {
  return { ...view, headersAt: async (heights) => (await view.blocksAt(heights)).map((row) => row?.header) };
}

/**
 * Returns a view with the node's blocks where the index has none, up to the node's tip; scripts and transactions are
 * those of the index alone. Without an answer of the node the view is unchanged.
 */
export async function withHead(view: ServedView, head: HeadBlocks): Promise<ServedView> {
  let tip: ChainTip;
  try {
    tip = await head.tip();
  } catch (error) {
    if (isCoded(error)) return view;
    throw error;
  }
  if (view.tip !== undefined && view.tip.height >= tip.height) return view;
  head.show(tip.height);
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
