import type { BlockRow, IndexView, TxNumber } from '@glassblock/index';
import {
  equalBytes,
  isCoded,
  readTransaction,
  readWholeTransaction,
  type Transaction,
  type TxOutput,
  toHex,
} from '@glassblock/primitives';
import { mapBounded } from '../../concurrency/map-bounded.ts';
import { bodyOfBlock } from './block-body.ts';
import type { Bodies, Body } from './bodies.ts';
import type { TxWithPrevouts } from './tx-cache.ts';

/** Sources of one request: its view, bodies, and block rows by height. */
export interface MinedSources {
  view: IndexView;
  bodies: Bodies;
  rowsAt(heights: readonly number[]): Promise<Map<number, BlockRow>>;
}

/** From this many transactions of one block on, the whole block is read. */
const maxPartsOfBlock = 8;
/** Maximum number of parents read individually instead of a whole block with its spent outputs. */
const maxParentsOfTx = 50;
const maxParents = 200;
const partsPerBatch = 8;
const bodyConcurrency = 4;
/** A request that needs more bytes of whole blocks fetches with low concurrency. */
const maxBytesFullConcurrency = 64 * 1024 * 1024;
const bodyConcurrencyPerRequest = 2;

/**
 * Returns transactions by number, in order, in the cheapest way: from the index; those of earlier requests; from cached
 * blocks; from parts of blocks, with parents read the same way; from whole blocks. They are copies: none retains its
 * block.
 * @throws {CodedError} of the node
 */
export async function minedTxs(sources: MinedSources, numbers: readonly TxNumber[]): Promise<TxWithPrevouts[]> {
  const rows = await sources.rowsAt(numbers.map(({ height }) => height));
  const { txs } = sources.bodies;
  const hashOf = ({ height }: TxNumber) => rows.get(height)!.header.hash;
  const known = numbers.map((number) => txs.get(hashOf(number), number.height, number.position));
  const others = numbers.filter((_, i) => known[i] === undefined);
  const found = await otherTxs(sources, others);
  for (const number of others) txs.set(hashOf(number), number.height, number.position, found.get(number)!);
  return numbers.map((number, i) => known[i] ?? found.get(number)!);
}

/** Returns transactions that no earlier request needed. */
async function otherTxs(sources: MinedSources, numbers: readonly TxNumber[]): Promise<Found> {
  if (numbers.length === 0) return new Map();
  const found = await fromCache(sources, numbers, true);
  const missing = missingFrom(found, numbers);
  const parts = await readParts(sources, missing);
  const spent = await prevoutsByParents(sources, parts);
  missing.forEach((number, i) => {
    const tx = parts[i];
    const prevouts = spent[i];
    if (tx !== undefined && prevouts !== undefined) found.set(number, { tx, prevouts });
  });
  await readWhole(sources, missingFrom(found, numbers), found, true);
  return found;
}

/** The same without prevouts. */
export async function minedTxsAlone(sources: MinedSources, numbers: readonly TxNumber[]): Promise<Transaction[]> {
  const found = await fromCache(sources, numbers, false);
  const missing = missingFrom(found, numbers);
  const parts = await readParts(sources, missing);
  missing.forEach((number, i) => {
    const tx = parts[i];
    if (tx !== undefined) found.set(number, { tx, prevouts: [] });
  });
  await readWhole(sources, missingFrom(found, numbers), found, false);
  return numbers.map((number) => found.get(number)!.tx);
}

type Found = Map<TxNumber, TxWithPrevouts>;

const missingFrom = (found: Found, numbers: readonly TxNumber[]) => numbers.filter((number) => !found.has(number));

/** Those that are read without the node. */
async function fromCache(
  { view, bodies, rowsAt }: MinedSources,
  numbers: readonly TxNumber[],
  withPrevouts: boolean,
): Promise<Found> {
  const found: Found = new Map();
  const stored = await view.bodies(numbers);
  for (const [i, number] of numbers.entries()) {
    const body = stored[i];
    if (body !== undefined) found.set(number, { tx: readWholeTransaction(body.raw), prevouts: body.prevouts });
  }
  const missing = missingFrom(found, numbers);
  const rows = await rowsAt(missing.map(({ height }) => height));
  for (const number of missing) {
    const body = bodies.cached(rows.get(number.height)!.header.hash);
    if (body !== undefined) found.set(number, copyIn(body, number.position, withPrevouts));
  }
  return found;
}

function copyIn(body: Body, position: number, withPrevouts: boolean): TxWithPrevouts {
  const prevouts = withPrevouts ? body.prevouts(position) : [];
  return {
    tx: readWholeTransaction(copyOf(body.tx(position).raw)),
    prevouts: prevouts.map(({ value, script }) => ({ value, script: copyOf(script) })),
  };
}

/** The slice of a Buffer is a view. */
const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

// ---- parts of blocks

/** Undefined when a part is not available, or differs from the index. */
async function readParts(
  { view, bodies, rowsAt }: MinedSources,
  numbers: readonly TxNumber[],
): Promise<(Transaction | undefined)[]> {
  const ofBlock = Map.groupBy(numbers, ({ height }) => height);
  const worth = numbers.map(({ height }) => ofBlock.get(height)!.length <= maxPartsOfBlock);
  if (!worth.includes(true)) return numbers.map(() => undefined);
  const [spans, ids, rows] = await Promise.all([view.spans(numbers), view.txids(numbers), rowsAt([...ofBlock.keys()])]);
  // adjacent transactions are in the same part
  const fetched = new Map<string, Promise<Uint8Array | undefined>>();
  return mapBounded(numbers, partsPerBatch, async ({ height }, i) => {
    const span = spans[i];
    if (span === undefined || !worth[i]) return undefined;
    const key = `${height}:${span.offset}`;
    let part = fetched.get(key);
    if (part === undefined) {
      part = partOf(bodies, rows.get(height)!, span);
      fetched.set(key, part);
    }
    const bytes = await part;
    const tx = bytes === undefined ? undefined : transactionIn(bytes, span.skip);
    const id = ids[i];
    return tx === undefined || (id !== undefined && !equalBytes(id, tx.txid)) ? undefined : tx;
  });
}

async function partOf(
  bodies: Bodies,
  { header }: BlockRow,
  { offset, size }: { offset: number; size: number },
): Promise<Uint8Array | undefined> {
  try {
    return await bodies.part(header.hash, offset, size);
  } catch (error) {
    // the whole block may still be available, or its error is more precise
    if (['node.unknown-block', 'node.no-data', 'node.bad-answer'].some((code) => isCoded(error, code)))
      return undefined;
    throw error;
  }
}

/** A copy of the transaction after `skip` others. */
function transactionIn(bytes: Uint8Array, skip: number): Transaction | undefined {
  try {
    let at = 0;
    for (let i = 0; i < skip; i++) at = readTransaction(bytes, at).end;
    return readWholeTransaction(copyOf(readTransaction(bytes, at).raw));
  } catch (error) {
    if (isCoded(error)) return undefined;
    throw error;
  }
}

/** Prevouts read from parents; undefined when those are too many or cannot be read alone. */
async function prevoutsByParents(
  sources: MinedSources,
  txs: readonly (Transaction | undefined)[],
): Promise<(TxOutput[] | undefined)[]> {
  const parents = new Map<string, Transaction>();
  const wanted = new Map<string, Uint8Array>();
  for (const tx of txs) if (tx !== undefined) parents.set(toHex(tx.txid), tx);
  const isSmall = txs.map((tx) => {
    if (tx === undefined || tx.isCoinbase) return tx !== undefined;
    if (tx.inputCount > maxParentsOfTx) return false;
    const more = new Map(tx.inputs().map(({ prevTxid }) => [toHex(prevTxid), prevTxid]));
    for (const id of more.keys()) if (parents.has(id) || wanted.has(id)) more.delete(id);
    if (wanted.size + more.size > maxParents) return false;
    for (const [id, txid] of more) wanted.set(id, txid);
    return true;
  });
  const candidates = (
    await mapBounded([...wanted.values()], partsPerBatch, (txid) => sources.view.locate(txid))
  ).flat();
  const found = await fromCache(sources, candidates, false);
  const missing = missingFrom(found, candidates);
  const parts = await readParts(sources, missing);
  for (const tx of [...[...found.values()].map((one) => one.tx), ...parts]) {
    if (tx !== undefined) parents.set(toHex(tx.txid), tx);
  }
  return txs.map((tx, i) => {
    if (tx === undefined || !isSmall[i]) return undefined;
    if (tx.isCoinbase) return [];
    const prevouts: TxOutput[] = [];
    for (const { prevTxid, prevVout } of tx.inputs()) {
      const parent = parents.get(toHex(prevTxid));
      if (parent === undefined || prevVout >= parent.outputCount) return undefined;
      const { value, script } = parent.output(prevVout);
      prevouts.push({ value, script: copyOf(script) });
    }
    return prevouts;
  });
}

// ---- whole blocks

async function readWhole(
  sources: MinedSources,
  numbers: readonly TxNumber[],
  found: Found,
  withPrevouts: boolean,
): Promise<void> {
  if (numbers.length === 0) return;
  const { view, bodies, rowsAt } = sources;
  const rows = await rowsAt(numbers.map(({ height }) => height));
  const byHeight = [...Map.groupBy(numbers, ({ height }) => height).values()];
  const bytes = byHeight.reduce((sum, [first]) => sum + rows.get(first!.height)!.size, 0);
  await mapBounded(
    byHeight,
    bytes > maxBytesFullConcurrency ? bodyConcurrencyPerRequest : bodyConcurrency,
    async (group) => {
      const row = rows.get(group[0]!.height)!;
      const body = await bodyOfBlock(bodies, view, row, false);
      for (const number of group) {
        if (number.position >= body.txCount) {
          throw new Error(`a row refers to transaction ${number.position} of block ${number.height}`);
        }
        found.set(number, copyIn(body, number.position, withPrevouts));
      }
    },
  );
}
