import type { BulkBlock, CacheRule } from '@glassblock/contract';
import { blockBody } from '../../network/chain/block-body.ts';
import type { ChainContext } from '../../network/chain/chain-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import { type Answer, type Handlers, heightOf, plain } from '../call.ts';
import { type CsvColumn, csvOfRows } from '../csv.ts';
import { txListJson } from '../presenters/tx-list.ts';
import { blockAtTime } from './block-at-time.ts';
import { blockSummary, txOfSummary } from './block-summary.ts';
import * as blocks from './blocks.ts';
import { bulkBlocks } from './bulk-blocks.ts';
import { listedTips } from './chain-tips.ts';
import { dayBlocks } from './day-blocks.ts';
import { staleTips } from './stale-tips.ts';

const blocksPerPage = 15;
const day = 86_400;

async function blockPage(context: NetworkInfo & ChainContext, id: string, start: number): Promise<Answer> {
  const txs = await blocks.blockTxs(context, id, start);
  return { value: await txListJson(txs, context.network), ...heightOf(txs[0]!.status) };
}

/** Returns a longer cache lifetime for an older block. */
function cacheByAge(seconds: number): { cache?: CacheRule } {
  if (seconds > 365 * day) return { cache: 'expires-2592000' };
  return seconds > 30 * day ? { cache: 'expires-864000' } : {};
}

const dayCsv: readonly CsvColumn<BulkBlock>[] = [
  ['height', ({ height }) => height],
  ['hash', ({ hash: id }) => id],
  ['time (Unix s)', ({ timestamp }) => timestamp],
  ['median time (Unix s)', ({ median_timestamp }) => median_timestamp],
  ['pool', ({ pool_slug }) => pool_slug],
  ['transactions', ({ tx_count }) => tx_count],
  ['size (bytes)', ({ size }) => size],
  ['weight (WU)', ({ weight }) => weight],
  ['difficulty', ({ difficulty }) => difficulty],
  ['reward (sat)', ({ reward }) => reward],
  ['fees (sat)', ({ total_fee_amt }) => total_fee_amt],
  ['mean fee (sat)', ({ avg_fee_amt }) => avg_fee_amt],
  ['median fee (sat)', ({ median_fee_amt }) => median_fee_amt ?? ''],
  ['mean rate (sat/vB)', ({ avg_fee_rate }) => avg_fee_rate],
  ['median rate (sat/vB)', ({ median_fee_rate }) => median_fee_rate],
  ['lowest rate (sat/vB)', ({ fee_rate_percentiles }) => fee_rate_percentiles.min],
  ['highest rate (sat/vB)', ({ fee_rate_percentiles }) => fee_rate_percentiles.max],
  ['inputs', ({ total_inputs }) => total_inputs],
  ['outputs', ({ total_outputs }) => total_outputs],
  ['amount of outputs (sat)', ({ total_output_amt }) => total_output_amt],
  ['change of unspent outputs', ({ utxoset_change }) => utxoset_change],
  ['segwit transactions', ({ segwit_total_txs }) => segwit_total_txs],
  ['coinbase text', ({ coinbase_signature_ascii }) => coinbase_signature_ascii ?? ''],
];

/** Handlers of the block routes. */
export const blockHandlers = {
  v1Blocks: plain((context) => blocks.extendedBlocks(context, undefined, blocksPerPage)),
  v1BlocksFrom: plain((context, { params }) => blocks.extendedBlocks(context, params.height, blocksPerPage)),
  v1TipHeight: plain(async (context) => String(await blocks.tipHeightOf(context, 'v1.difficulty'))),
  v1Block: async (context, { params }) => {
    const block = await blocks.extendedBlock(context, params.hash);
    return { value: block, ...cacheByAge(context.now() - block.timestamp) };
  },
  v1BlockSummary: plain((context, { params }) => blockSummary(context, params.hash)),
  v1BlockTxSummary: plain((context, { params }) => txOfSummary(context, params.hash, params.txid)),
  blocks: plain((context) => blocks.plainBlocks(context, undefined)),
  blocksFrom: plain((context, { params }) => blocks.plainBlocks(context, params.height)),
  tipHeight: plain(async (context) => String(await blocks.tipHeightOf(context, 'block.not-found'))),
  tipHash: plain(async (context) => (await blocks.tipOf(context, 'block.not-found')).id),
  blockHeight: async (context, { params: { height } }) => ({
    value: await blocks.hashAtHeight(context, height),
    height,
  }),
  block: plain((context, { params }) => blocks.plainBlock(context, params.hash)),
  blockStatus: async (context, { params }) => {
    const status = await blocks.blockStatus(context, params.hash);
    return { value: status, ...(status.height === null ? {} : { height: status.height }) };
  },
  blockHeader: plain((context, { params }) => blocks.blockHeader(context, params.hash)),
  blockRaw: plain(async (context, { params }) => (await blockBody(context, params.hash)).body.bytes),
  blockTxids: plain((context, { params }) => blocks.blockTxids(context, params.hash)),
  blockTxid: plain((context, { params }) => blocks.blockTxid(context, params.hash, params.index)),
  blockTxs: (context, { params }) => blockPage(context, params.hash, 0),
  blockTxsFrom: (context, { params }) => blockPage(context, params.hash, params.start),
  v1BlocksBulk: plain((context, { params }) => bulkBlocks(context, params.from, undefined)),
  v1BlocksBulkTo: plain((context, { params }) => bulkBlocks(context, params.from, params.to)),
  dayBlocks: async (context, { query }) => {
    const value = await dayBlocks(context, query.day);
    return { value, csv: () => csvOfRows(value, dayCsv) };
  },
  v1ChainTips: plain((context) => listedTips(context)),
  v1StaleTips: plain((context) => staleTips(context, undefined)),
  v1StaleTipsBelow: plain((context, { params }) => staleTips(context, params.height)),
  v1BlockAtTime: plain((context, { params }) => blockAtTime(context, params.timestamp)),
} satisfies Partial<Handlers>;
