import { CodedError, displayHash, equalBytes, type Height, isCoded, scriptHash } from '@glassblock/primitives';
import { type ElementsBlock, readElementsBlock, spendsElementsOutput } from '@glassblock/primitives/elements';
import type { Store } from '@glassblock/store';
import { assetChangesOf, type PegContext } from '../assets/asset-changes.ts';
import {
  type AssetTotals,
  addTotals,
  noAssetTotals,
  type TotalsByAsset,
  totalsOfChanges,
} from '../assets/asset-totals.ts';
import { type ElementsView, elementsViewOf } from '../assets/elements-view.ts';
import type { ChainSource } from '../chain-source.ts';
import type { Prefixer } from '../prefixer.ts';
import type { CheckResult } from './check-index.ts';
import { type Finding, Findings } from './findings.ts';

/** Options of a check of an Elements index. */
export interface ElementsCheckOptions {
  store: Store;
  prefixer: Prefixer;
  source: ChainSource;
  context: PegContext;
  /** Number of random blocks to check; undefined: the whole chain, and the sums of all assets. */
  sample: number | undefined;
  /** Numbers in [0, 1). */
  random(): number;
  onFinding(finding: Finding): void;
  onProgress(done: number, all: number, what: string): void;
}

const maxFindings = 1_000;

/**
 * Compares answers of the index with the node's blocks: block rows, txids, spends, histories of scripts and assets;
 * of the whole chain also the totals of each asset, and the numbers of pegs. Nothing may be written meanwhile.
 * @throws {CodedError} of the source; index.nothing, index.other-chain
 */
export async function checkElementsIndex(options: ElementsCheckOptions): Promise<CheckResult> {
  const { store, prefixer, source, sample } = options;
  const findings = new Findings(options.onFinding, maxFindings);
  const looked = { blocks: 0, transactions: 0 };
  const view = await elementsViewOf(store, prefixer, await store.view());
  try {
    const { tip } = view;
    if (tip === undefined)
      throw new CodedError('index.nothing', 'the index has no blocks yet: there is nothing to check');
    // first: it probes the node, which has the pegged asset
    await source.tip();
    const heights = sample === undefined ? undefined : someHeights(sample, tip.height + 1, options.random);
    const count = heights?.length ?? tip.height + 1;
    const sums: TotalsByAsset = new Map();
    for (let i = 0; i < count; i++) {
      const height = heights?.[i] ?? i;
      options.onProgress(i, count, 'blocks');
      const block = await blockAt(source, height);
      looked.blocks++;
      looked.transactions += block.txCount;
      await checkOne({ view, findings, context: options.context }, block, height as Height);
      if (heights !== undefined) continue;
      for (const [id, totals] of totalsOfChanges(assetChangesOf(block, options.context))) {
        sums.set(id, addTotals(sums.get(id) ?? noAssetTotals, totals));
      }
    }
    if (heights === undefined) await checkSums(view, sums, options.context, findings);
    return { findings: findings.count, isWhole: true, ...looked };
  } catch (error) {
    if (!isCoded(error, 'index.too-much')) throw error;
    return { findings: findings.count, isWhole: false, ...looked };
  } finally {
    await view.close();
  }
}

/** Always with the tip. */
function someHeights(sample: number, count: number, random: () => number): number[] {
  const heights = new Set([count - 1]);
  const wanted = Math.min(sample, count);
  while (heights.size < wanted) heights.add(Math.floor(random() * count));
  return [...heights].sort((a, b) => a - b);
}

async function blockAt(source: ChainSource, height: number): Promise<ElementsBlock> {
  const hash = await source.hashAt(height);
  if (hash === undefined) {
    throw new CodedError('index.other-chain', `the node has no block ${height}: let the server follow it, then check`);
  }
  return readElementsBlock((await source.blockWithSpent(hash)).block);
}

interface CheckInput {
  view: ElementsView;
  findings: Findings;
  context: PegContext;
}

/** Adds a finding that names a block or transaction. */
function report(findings: Findings, what: string, fault: string): void {
  findings.add('store', undefined, `${what}: ${fault}`);
}

async function checkOne({ view, findings, context }: CheckInput, block: ElementsBlock, height: Height): Promise<void> {
  const name = `block ${height}`;
  try {
    const [row] = await view.blocksAt([height]);
    if (row === undefined || !equalBytes(row.header.hash, block.hash)) {
      return report(findings, name, 'the index has another block, or none');
    }
    const isEqual =
      row.size === block.size &&
      row.weight === block.weight &&
      row.txCount === block.txCount &&
      row.header.time === block.header.time &&
      equalBytes(row.header.merkleRoot, block.header.merkleRoot);
    if (!isEqual) report(findings, name, "its row differs from the node's block");
    const stored = await view.txids(block.txs.map((_, position) => ({ height, position })));
    for (const [position, tx] of block.txs.entries()) {
      const txid = displayHash(tx.txid);
      const number = { height, position };
      const isHere = (one: { height: number; position: number } | undefined) =>
        one?.height === height && one.position === position;
      if (stored[position] === undefined || displayHash(stored[position]) !== txid)
        report(findings, txid, 'its id is missing');
      if (!(await view.locate(tx.txid)).some(isHere)) report(findings, txid, 'it is not found by its id');
      for (const [vin, input] of tx.inputs().entries()) {
        if (!spendsElementsOutput(input, tx, height)) continue;
        const [funding] = await view.locate(input.prevTxid);
        const [spenders] = funding === undefined ? [] : await view.spendersOf([{ number: funding }]);
        const spender = spenders?.get(input.prevVout);
        if (spender?.vin !== vin || !isHere(spender.number))
          report(findings, txid, `the spend of input ${vin} is missing`);
      }
      for (const { script, isFee } of tx.outputs()) {
        if (isFee || script[0] === 0x6a) continue;
        if ((await view.historyEntry(scriptHash(script), number)) === undefined) {
          report(findings, txid, 'it is missing in the history of an output script');
        }
      }
    }
    for (const { position, events } of assetChangesOf(block, context)) {
      for (const id of new Map(events.map(({ assetId }) => [displayHash(assetId), assetId])).values()) {
        const [entry] = await view.assetHistory(id, { before: { height, position: position + 1 }, limit: 1 });
        if (entry?.number.height !== height || entry.number.position !== position) {
          report(findings, displayHash(block.txs[position]!.txid), 'it is missing in the history of an asset');
        }
      }
    }
  } catch (error) {
    if (!isCoded(error, 'index.bad-row') && !isCoded(error, 'store.damaged')) throw error;
    report(findings, name, error.message);
  }
}

const pegsIn = ({ pegInCount, pegOutCount, burnCount }: AssetTotals) => pegInCount + pegOutCount + burnCount;

async function checkSums(
  view: ElementsView,
  sums: TotalsByAsset,
  { nativeAsset }: PegContext,
  findings: Findings,
): Promise<void> {
  for (const [id, totals] of sums) {
    const stored = await view.assetTotals(Uint8Array.from(Buffer.from(id, 'hex')).reverse() as typeof nativeAsset);
    const names = Object.keys(totals) as (keyof AssetTotals)[];
    const wrong = names.filter((name) => stored[name] !== totals[name]);
    if (wrong.length > 0) report(findings, `asset ${id}`, `its totals are not those of the chain: ${wrong.join(', ')}`);
  }
  const pegs = pegsIn(sums.get(displayHash(nativeAsset)) ?? noAssetTotals);
  const stored = await view.pegCount();
  if (stored !== pegs) report(findings, 'pegs', `there are ${stored}, the chain has ${pegs}`);
}
