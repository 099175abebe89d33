import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as shape from '../shapes/lightning-shapes.ts';
import { exampleTxid, intervalParam } from './parts.ts';

const root = '/api/v1/lightning';
const off = 'lightning.off' as const satisfies ErrorCode;
const exampleKey = '03864ef025fde8fb587d989186ce6a4a186895ee44a926bfc370e2c366597a3f8f';
/** As many as fit into the head of a request, 16 KiB. */
const maxTxids = 100;

const keyForm = {
  description: 'public key of a node, 66 hex digits',
  example: exampleKey,
  pattern: '^0[23][0-9a-f]{64}$',
};
const keyParam = { public_key: field.text(keyForm, 'lightning.node') };
const channelParam = {
  id: field.text(
    { description: 'id of a channel as an integer', example: '592931436542885889', pattern: '^\\d{1,20}$' },
    'lightning.channel',
  ),
};
const searchParam = {
  search: field.text({ description: 'text to search for', example: 'node' }),
};
const ranking = { answer: Type.Array(shape.RankedNode), errors: [off], cache: 'public-60' } as const;

/** The Lightning graph and its history; the routes are disabled without a Lightning node. */
export const lightning = tagged('Lightning', {
  lightningSearch: endpoint({
    id: 'lightningSearch',
    path: `${root}/search`,
    summary:
      'At most ten nodes, by a prefix of their public key or of the words of their alias, largest capacity first, and at most ten channels, by a prefix of their id or short id.',
    query: {
      searchText: field.text({ description: 'text to search for', example: 'node' }, 'lightning.search-text'),
    },
    answer: shape.LightningHits,
    errors: [off, 'lightning.search-text'],
  }),
  lightningStatisticsLatest: endpoint({
    id: 'lightningStatisticsLatest',
    path: `${root}/statistics/latest`,
    summary: 'Statistics of the graph now, and of a week ago where they are stored.',
    answer: shape.LightningLatest,
    errors: [off],
  }),
  lightningStatistics: endpoint({
    id: 'lightningStatistics',
    path: `${root}/statistics`,
    summary: 'Statistics of each stored day, newest first; `X-Total-Count` has their number.',
    answer: Type.Array(shape.LightningDay),
    errors: [off],
    cache: 'public-60',
  }),
  lightningStatisticsInterval: endpoint({
    id: 'lightningStatisticsInterval',
    path: `${root}/statistics/:interval`,
    summary: 'Statistics of each day of an interval, newest first; `X-Total-Count` has the number of all stored days.',
    params: intervalParam,
    answer: Type.Array(shape.LightningDay),
    errors: [off],
    cache: 'public-60',
  }),
  lightningNode: endpoint({
    id: 'lightningNode',
    path: `${root}/nodes/:public_key`,
    summary: 'A node. Places are null without geographic files.',
    params: keyParam,
    answer: shape.LightningNode,
    errors: [off, 'lightning.node'],
    cache: 'public-60',
  }),
  lightningNodeStatistics: endpoint({
    id: 'lightningNodeStatistics',
    path: `${root}/nodes/:public_key/statistics`,
    summary: 'Capacity and channels of a node on the days on which they changed, newest first.',
    params: keyParam,
    answer: Type.Array(shape.LightningNodeDay),
    errors: [off, 'lightning.node'],
    cache: 'public-60',
  }),
  lightningNodeFees: endpoint({
    id: 'lightningNodeFees',
    path: `${root}/nodes/:public_key/fees/histogram`,
    summary: 'Active channels of a node by fee rate in ppm: those of its peers (incoming) and its own (outgoing).',
    params: keyParam,
    answer: shape.LightningFeeHistogram,
    errors: [off, 'lightning.node'],
    cache: 'public-60',
  }),
  lightningNodeSearch: endpoint({
    id: 'lightningNodeSearch',
    path: `${root}/nodes/search/:search`,
    summary: 'At most ten nodes, as found by the search.',
    params: searchParam,
    answer: Type.Array(shape.LightningNodeHit),
    errors: [off],
  }),
  lightningRankings: endpoint({
    id: 'lightningRankings',
    path: `${root}/nodes/rankings`,
    summary: 'The six nodes with the largest capacity, and the six with most channels.',
    answer: shape.LightningRankings,
    errors: [off],
    cache: 'public-60',
  }),
  lightningRankingLiquidity: endpoint({
    id: 'lightningRankingLiquidity',
    path: `${root}/nodes/rankings/liquidity`,
    summary: 'The hundred nodes with the largest capacity.',
    ...ranking,
  }),
  lightningRankingConnectivity: endpoint({
    id: 'lightningRankingConnectivity',
    path: `${root}/nodes/rankings/connectivity`,
    summary: 'The hundred nodes with most channels.',
    ...ranking,
  }),
  lightningRankingAge: endpoint({
    id: 'lightningRankingAge',
    path: `${root}/nodes/rankings/age`,
    summary: 'The hundred oldest nodes of the current graph, by their first channel.',
    ...ranking,
  }),
  lightningChannels: endpoint({
    id: 'lightningChannels',
    path: `${root}/channels`,
    summary:
      'Ten channels of a node from an index, largest first, closed ones newest first; `X-Total-Count` has their number. With the index -1 the first thousand in a reduced form.',
    query: {
      public_key: field.text(keyForm, 'lightning.public-key'),
      index: field.optional(
        field.text(
          { description: 'index of the first row, or -1; 0 when missing', example: '0', pattern: '^(-1|\\d{1,9})$' },
          'lightning.index',
        ),
      ),
      status: field.word(
        ['open', 'active', 'closed'],
        { description: 'which channels', example: 'open' },
        'lightning.status',
      ),
    },
    answer: Type.Array(shape.NodeChannel),
    errors: [off, 'lightning.public-key', 'lightning.index', 'lightning.status'],
    cache: 'public-60',
  }),
  lightningChannel: endpoint({
    id: 'lightningChannel',
    path: `${root}/channels/:id`,
    summary: 'A channel with both of its sides.',
    params: channelParam,
    answer: shape.LightningChannel,
    errors: [off, 'lightning.channel'],
    cache: 'public-60',
  }),
  lightningChannelSearch: endpoint({
    id: 'lightningChannelSearch',
    path: `${root}/channels/search/:search`,
    summary: 'At most ten channels, as found by the search.',
    params: searchParam,
    answer: Type.Array(shape.LightningChannelHit),
    errors: [off],
  }),
  lightningTxChannels: endpoint({
    id: 'lightningTxChannels',
    path: `${root}/channels/txids`,
    summary: 'The channels that transactions closed (`inputs`, by input) and opened (`outputs`, by output), in order.',
    query: {
      'txId[]': field.repeated(
        {
          description: `up to ${maxTxids} txids; malformed ones are left out`,
          example: exampleTxid,
          items: field.text({ description: 'txid', pattern: '^[0-9a-fA-F]{64}$' }),
          maximum: maxTxids,
        },
        { missing: 'lightning.txids', tooMany: 'lightning.txids' },
      ),
    },
    answer: Type.Array(shape.TxChannels),
    errors: [off, 'lightning.txids'],
  }),
  lightningPenalties: endpoint({
    id: 'lightningPenalties',
    path: `${root}/penalties`,
    summary: 'Channels that were closed with a penalty, newest first.',
    answer: Type.Array(shape.PenaltyRow),
    errors: [off],
    cache: 'public-60',
  }),
  lightningEvidence: endpoint({
    id: 'lightningEvidence',
    path: '/api/glass/v1/lightning/channels/:id/closing',
    summary: 'Why a closed channel was closed, and how each output of its closing transaction was spent.',
    params: channelParam,
    answer: shape.ClosingEvidence,
    errors: [off, 'lightning.channel', 'index.behind', 'index.lacks-blocks', 'node.unavailable', 'node.no-data'],
  }),
  lightningSources: endpoint({
    id: 'lightningSources',
    path: '/api/glass/v1/lightning/sources',
    summary: 'State of the Lightning nodes whose graphs are read.',
    answer: shape.LightningSources,
    errors: [off],
  }),
});
