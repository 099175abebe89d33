import { Type } from 'typebox';
import { endpoint, tagged } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import * as field from '../fields.ts';
import * as history from '../shapes/lightning/lightning-history-shapes.ts';
import * as shape from '../shapes/lightning/lightning-shapes.ts';
import { exampleTxid, intervalParam } from './shared/parts.ts';

const root = '/api/v1/lightning';
const off = 'lightning.off' as const satisfies ErrorCode;
const exampleKey = '03864ef025fde8fb587d989186ce6a4a186895ee44a926bfc370e2c366597a3f8f';
/** As many as fit into the head of a request, 16 KiB. */
const maxTxids = 100;

const keyForm = {
  description: 'public key of a node, 66 hex digits',
  example: exampleKey,
  pattern: '^0[23][0-9a-fA-F]{64}$',
};
const keyParam = { public_key: field.text(keyForm, 'lightning.node') };
const channelParam = {
  id: field.text(
    {
      description: 'id of a channel as an integer, or its short id',
      example: '592931436542885889',
      pattern: '^(\\d{1,20}|\\d{1,8}x\\d{1,8}x\\d{1,5})$',
    },
    'lightning.channel',
  ),
};
const searchParam = {
  search: field.text({ description: 'text to search for', example: 'node' }),
};
const lineStyle = {
  style: field.lenientText({
    description: '`widget` returns places only',
    example: 'widget',
    pattern: '^[a-z]{1,20}$',
  }),
};
const ranking = { answer: Type.Array(shape.RankedNode), errors: [off], csv: true, cache: 'public-60' } as const;

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
    summary: 'Current statistics of the graph, and those of a week ago if they are stored.',
    answer: shape.LightningLatest,
    errors: [off],
  }),
  lightningStatistics: endpoint({
    id: 'lightningStatistics',
    path: `${root}/statistics`,
    summary: 'Statistics of each stored day, newest first; `X-Total-Count` has their number.',
    answer: Type.Array(shape.LightningDay),
    errors: [off],
    csv: true,
    cache: 'public-60',
  }),
  lightningStatisticsInterval: endpoint({
    id: 'lightningStatisticsInterval',
    path: `${root}/statistics/:interval`,
    summary: 'Statistics of each day of an interval, newest first; `X-Total-Count` has the number of all stored days.',
    params: intervalParam,
    answer: Type.Array(shape.LightningDay),
    errors: [off],
    csv: true,
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
    summary:
      'Capacity and channels of a node on each day, newest first, up to the day on which its last channel has closed.',
    params: keyParam,
    answer: Type.Array(shape.LightningNodeDay),
    errors: [off, 'lightning.node'],
    csv: true,
    cache: 'public-60',
  }),
  lightningNodeFees: endpoint({
    id: 'lightningNodeFees',
    path: `${root}/nodes/:public_key/fees/histogram`,
    summary: 'Active channels of a node by fee rate in ppm: those of its peers (incoming) and its own (outgoing).',
    params: keyParam,
    answer: shape.LightningFeeHistogram,
    errors: [off, 'lightning.node'],
    csv: true,
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
      // as at mempool.space, no node has a malformed key
      public_key: field.text({ ...keyForm, pattern: '.' }, 'lightning.public-key'),
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
    csv: true,
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
    csv: true,
    cache: 'public-60',
  }),
  lightningGroup: endpoint({
    id: 'lightningGroup',
    path: `${root}/nodes/group/:group`,
    summary: 'The nodes of a group that the operator has defined; unknown nodes are left out.',
    params: {
      group: field.text({ description: 'slug of a group', example: 'our-nodes' }, 'lightning.group'),
    },
    answer: Type.Array(shape.LightningNode),
    errors: [off, 'lightning.group'],
    csv: true,
    cache: 'public-60',
  }),
  lightningWorld: endpoint({
    id: 'lightningWorld',
    path: `${root}/nodes/world`,
    summary: 'Nodes with a place, a country and a provider, smallest capacity first.',
    answer: shape.LightningWorld,
    errors: [off],
    csv: true,
    cache: 'public-600',
  }),
  lightningCountries: endpoint({
    id: 'lightningCountries',
    path: `${root}/nodes/countries`,
    summary: 'Countries with nodes, most nodes first; shares are of the located nodes.',
    answer: Type.Array(shape.LightningCountry),
    errors: [off],
    csv: true,
    cache: 'public-600',
  }),
  lightningCountry: endpoint({
    id: 'lightningCountry',
    path: `${root}/nodes/country/:country`,
    summary: 'The nodes of a country, largest capacity first.',
    params: {
      country: field.text(
        { description: 'ISO 3166 code of a country', example: 'DE', pattern: '^[A-Za-z]{2}$' },
        'lightning.country',
      ),
    },
    answer: shape.CountryNodes,
    errors: [off, 'lightning.country'],
    csv: true,
    cache: 'public-60',
  }),
  lightningIspRanking: endpoint({
    id: 'lightningIspRanking',
    path: `${root}/nodes/isp-ranking`,
    summary:
      'Internet service providers with capacity, channels and nodes, and the capacity by the addresses of the nodes. A channel counts for the providers of both of its nodes, or once if they are the same.',
    answer: shape.IspRanking,
    errors: [off],
    csv: true,
    cache: 'public-600',
  }),
  lightningIsp: endpoint({
    id: 'lightningIsp',
    path: `${root}/nodes/isp/:isp`,
    summary: 'The nodes of an internet service provider, largest capacity first.',
    params: {
      isp: field.text(
        {
          description: 'AS numbers, comma separated; the first one names the provider',
          example: '24940,213230',
          pattern: '^\\d{1,10}(,\\d{1,10}){0,99}$',
        },
        'lightning.isp',
      ),
    },
    answer: shape.IspNodes,
    errors: [off, 'lightning.isp'],
    csv: true,
    cache: 'public-60',
  }),
  lightningChannelLines: endpoint({
    id: 'lightningChannelLines',
    path: `${root}/channels-geo`,
    summary:
      'At most 10,000 active channels above 1,000,000 sats with a place for both nodes, one for each pair of nodes, largest first.',
    query: lineStyle,
    answer: shape.ChannelLines,
    errors: [off],
    csv: true,
    cache: 'public-60',
  }),
  lightningNodeChannelLines: endpoint({
    id: 'lightningNodeChannelLines',
    path: `${root}/channels-geo/:public_key`,
    summary: 'Active channels of a node with a place for both nodes, largest first.',
    params: keyParam,
    query: lineStyle,
    answer: shape.ChannelLines,
    errors: [off, 'lightning.node'],
    csv: true,
    cache: 'public-60',
  }),
  lightningGeography: endpoint({
    id: 'lightningGeography',
    path: '/api/glass/v1/lightning/geography',
    summary: 'Which geographic files are read, and the data missing without the others.',
    answer: shape.GeographyState,
    errors: [off],
  }),
  lightningNodePlaces: endpoint({
    id: 'lightningNodePlaces',
    path: '/api/glass/v1/lightning/nodes/:public_key/places',
    summary: 'The announced addresses of a node with their places.',
    params: keyParam,
    answer: shape.NodeAddressPlaces,
    errors: [off, 'lightning.node'],
  }),
  lightningGroups: endpoint({
    id: 'lightningGroups',
    path: '/api/glass/v1/lightning/groups',
    summary: 'Groups of nodes that the operator has defined.',
    answer: shape.NodeGroups,
    errors: [off],
  }),
  lightningEvidence: endpoint({
    id: 'lightningEvidence',
    path: '/api/glass/v1/lightning/channels/:id/closing',
    summary: 'Closing reason of a channel, and how each output of its closing transaction was spent.',
    params: channelParam,
    answer: shape.ClosingEvidence,
    errors: [off, 'lightning.channel', 'index.behind', 'index.lacks-blocks', 'node.unavailable', 'node.no-data'],
  }),
  lightningSplices: endpoint({
    id: 'lightningSplices',
    path: '/api/glass/v1/lightning/channels/:id/splices',
    summary: 'Channels of the same two nodes that a channel continues, and that continue it.',
    params: channelParam,
    answer: shape.ChannelSplices,
    errors: [off, 'lightning.channel'],
  }),
  lightningLifetime: endpoint({
    id: 'lightningLifetime',
    path: '/api/glass/v1/lightning/channels/:id/lifetime',
    summary:
      'Opening, policies, splices, closing and closing costs of a channel. At most the newest thousand policies of each channel are stored.',
    params: channelParam,
    answer: history.ChannelLifetime,
    errors: [off, 'lightning.channel'],
    csv: true,
  }),
  lightningUptime: endpoint({
    id: 'lightningUptime',
    path: '/api/glass/v1/lightning/nodes/:public_key/uptime',
    summary:
      'Reachability of a node over time, as gossip shows it: a reachable node has an active channel that its peer has not disabled. Observed every ten minutes.',
    params: keyParam,
    answer: history.NodeUptime,
    errors: [off, 'lightning.node'],
    csv: true,
  }),
  lightningNodePolicies: endpoint({
    id: 'lightningNodePolicies',
    path: '/api/glass/v1/lightning/nodes/:public_key/policies',
    summary:
      'Policies of a node over time for its hundred largest open channels, newest first, of the newest thousand of both sides.',
    params: keyParam,
    answer: history.NodePolicies,
    errors: [off, 'lightning.node'],
    csv: true,
  }),
  lightningPairPolicies: endpoint({
    id: 'lightningPairPolicies',
    path: '/api/glass/v1/lightning/nodes/:public_key/peers/:peer/policies',
    summary: 'Policies of the channels between two nodes over time, newest first, at most a thousand.',
    params: { ...keyParam, peer: field.text(keyForm, 'lightning.node') },
    answer: history.PairPolicies,
    errors: [off, 'lightning.node'],
    csv: true,
  }),
  lightningEvents: endpoint({
    id: 'lightningEvents',
    path: '/api/glass/v1/lightning/events',
    summary:
      'Events of the journal about nodes and channels after a position, oldest first. One request reads 5,000 events of the journal; while `more` is set, send another request with the new position. The same filters apply to the stream `/api/glass/v1/events`.',
    query: {
      node: field.optional(
        field.text({ description: 'public keys of up to 100 nodes, comma separated', example: exampleKey }),
      ),
      channel: field.optional(
        field.text({
          description: 'ids or short ids of up to 100 channels, comma separated',
          example: '592931436542885889',
        }),
      ),
      after: field.optional(
        field.text({ description: 'position of an earlier answer; without it, only the current position is returned' }),
      ),
    },
    answer: history.LightningEvents,
    errors: [off, 'lightning.node', 'lightning.channel', 'events.bad-id'],
    cache: 'never',
  }),
  lightningSources: endpoint({
    id: 'lightningSources',
    path: '/api/glass/v1/lightning/sources',
    summary: 'State of the Lightning nodes whose graphs are read.',
    answer: shape.LightningSources,
    errors: [off],
  }),
  lightningLookups: endpoint({
    id: 'lightningLookups',
    path: '/api/glass/v1/lightning/lookups',
    summary: 'State of the lookup of funding outputs, from which capacities come. It waits for the index.',
    answer: shape.LightningLookups,
    errors: [off],
    cache: 'never',
  }),
  lightningImport: endpoint({
    id: 'lightningImport',
    path: '/api/glass/v1/lightning/import',
    summary: 'State of the last import of topology files since the start.',
    answer: shape.LightningImport,
    errors: [off],
    cache: 'never',
  }),
});
