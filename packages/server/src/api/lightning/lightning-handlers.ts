import type {
  LightningDay,
  LightningImport,
  LightningLatest,
  LightningLookups,
  LightningSources,
  LightningStat,
} from '@glassblock/contract';
import {
  type Attribution,
  type DatedStatistics,
  everyNodeDay,
  type GraphStatistics,
  parseChannelId,
  parseShortId,
} from '@glassblock/lightning';
import { CodedError, hashFromDisplay, isCoded } from '@glassblock/primitives';
import { intervalDays } from '../../sources/interval-days.ts';
import type { Lightning } from '../../sources/lightning/open-lightning.ts';
import { type Answer, type Handler, type Handlers, requiring } from '../call.ts';
import { csvOfRows } from '../csv.ts';
import { asRows, graphRoute, tableRoute } from './graph-route.ts';
import {
  channelLifetime,
  channelSplices,
  lifetimeCsv,
  nodePolicies,
  nodePolicyCsv,
  nodeUptime,
  pairCsv,
  pairPolicies,
  uptimeCsv,
} from './lifetime.ts';
import { dayCsv, feeBucketCsv, nodeChannelCsv, nodeDayCsv, penaltyCsv, rankedCsv } from './lightning-csv.ts';
import { lightningEvents } from './lightning-events.ts';
import { placeHandlers } from './place-handlers.ts';
import { channelHit, channelsOfNode, channelsOfTx, penalties, presentChannel } from './present-channel.ts';
import { feeHistogram, nodeHit, nodeRanking, presentNode, topNodes } from './present-node.ts';
import { lightningOf, nodeRowOf } from './requested-lightning.ts';

const daySeconds = 86_400;

function presentStat(statistics: GraphStatistics, timeSeconds: number): LightningStat {
  return {
    id: Math.floor(timeSeconds / daySeconds),
    added: new Date(timeSeconds * 1_000).toISOString(),
    channel_count: statistics.channelCount,
    node_count: statistics.nodeCount,
    total_capacity: statistics.totalCapacitySats,
    tor_nodes: statistics.torNodes,
    clearnet_nodes: statistics.clearnetNodes,
    clearnet_tor_nodes: statistics.bothNodes,
    unannounced_nodes: statistics.unannouncedNodes,
    avg_capacity: statistics.meanCapacitySats,
    med_capacity: statistics.medianCapacitySats,
    avg_fee_rate: statistics.meanFeeRatePpm,
    med_fee_rate: statistics.medianFeeRatePpm,
    avg_base_fee_mtokens: statistics.meanBaseFeeMsat,
    med_base_fee_mtokens: statistics.medianBaseFeeMsat,
  };
}

const presentDay = (row: DatedStatistics): LightningDay => ({
  added: row.time,
  channel_count: row.channelCount,
  total_capacity: row.totalCapacitySats,
  tor_nodes: row.torNodes,
  clearnet_nodes: row.clearnetNodes,
  unannounced_nodes: row.unannouncedNodes,
  clearnet_tor_nodes: row.bothNodes,
});

async function latest(lightning: Lightning, now: number): Promise<LightningLatest> {
  const weekAgo = Math.floor(now / daySeconds) - 7;
  const days = await lightning.history.days(weekAgo * daySeconds, now);
  const previous = days.find(({ time }) => Math.floor(time / daySeconds) === weekAgo);
  return {
    latest: presentStat(lightning.figures.statistics(), now),
    ...(previous === undefined ? {} : { previous: presentStat(previous, previous.time) }),
  };
}

const daysOf: Handler<{ params: { interval?: string } }> = requiring(
  lightningOf,
  async (context, { params }): Promise<Answer> => {
    const days = await lightningOf(context).history.days(0, context.now());
    const span = intervalDays[params.interval ?? ''];
    const since = span === undefined ? 0 : context.now() - span * daySeconds;
    const rows = days.filter(({ time }) => time >= since);
    const value = rows.map(presentDay);
    return { value, headers: { 'x-total-count': String(days.length) }, csv: () => csvOfRows(value, dayCsv) };
  },
);

function channelRowOf({ graph }: Lightning, text: string): number {
  const id = parseChannelId(text) ?? parseShortId(text);
  const row = id === undefined ? -1 : graph.channels.find(id);
  if (row === -1 || !graph.channels.isFunded(row)) throw new CodedError('lightning.channel', 'no such channel');
  return row;
}

/** Undefined while the index or the node cannot be read: the rest of the channel is returned without them. */
async function knownAttribution(lightning: Lightning, row: number): Promise<Attribution | undefined> {
  try {
    return await lightning.attribution(row);
  } catch (error) {
    if (!isCoded(error)) throw error;
    return undefined;
  }
}

/** Sentences about sources for visitors: without addresses and paths. */
const sourceSentences: Readonly<Record<string, string>> = {
  'lightning.unreachable': 'The Lightning node cannot be reached.',
  'lightning.certificate': 'The certificate of the Lightning node is not accepted.',
  'lightning.bad-macaroon': 'The Lightning node does not accept the macaroon.',
  'lightning.bad-file': 'A file with credentials of the Lightning node cannot be read.',
  'lightning.not-ready': 'The Lightning node is starting, or its wallet is locked.',
  'lightning.empty-graph': 'The Lightning node has no graph yet.',
  'lightning.other-network': 'The Lightning node follows another network.',
};

function presentSources({ states }: Lightning): LightningSources {
  return states.map(({ state, code, nodeCount, channelCount }) => ({
    state,
    sentence:
      state === 'failed'
        ? (sourceSentences[code ?? ''] ?? 'The answer of the Lightning node cannot be read.')
        : state === 'ready'
          ? 'The graph of the Lightning node is read.'
          : 'Connecting to the Lightning node.',
    nodes: nodeCount,
    channels: channelCount,
  }));
}

function presentLookups({ graph: { channels }, isLookupPending }: Lightning): LightningLookups {
  const found = channels.capacity.subarray(0, channels.count).reduce((sum, sats) => sum + (sats > 0 ? 1 : 0), 0);
  return { pending: isLookupPending, channels: channels.count, found };
}

const importSentences = {
  none: 'No topology files were imported since the start.',
  running: 'Topology files are being imported.',
  stopped: 'The import was stopped; the next one continues.',
  done: 'Topology files were imported.',
} as const;

function presentImport({ importState: { state, message, files, of, days } }: Lightning): LightningImport {
  return { state, sentence: state === 'failed' ? (message ?? '') : importSentences[state], files, of, days };
}

const nodeAt = ({ graph, places }: Lightning, row: number) => presentNode(graph, row, places.nodes.placeOf(row));
const nodeHits = ({ graph, search }: Lightning, text: string) =>
  search.findNodes(text).map((row) => nodeHit(graph, row));
const channelHits = ({ graph, search }: Lightning, text: string) =>
  search.findChannels(text).map((row) => channelHit(graph, row));

/** Handlers of the Lightning routes. */
export const lightningHandlers = {
  lightningSearch: graphRoute((lightning, { query }) => ({
    nodes: nodeHits(lightning, query.searchText),
    channels: channelHits(lightning, query.searchText),
  })),
  lightningStatisticsLatest: graphRoute((lightning, _input, context) => latest(lightning, context.now())),
  lightningStatistics: daysOf,
  lightningStatisticsInterval: daysOf,
  lightningNode: graphRoute((lightning, { params }) => nodeAt(lightning, nodeRowOf(lightning, params.public_key))),
  lightningNodeStatistics: tableRoute(
    async ({ graph, history }, { params }, context) => {
      const row = graph.nodes.find(params.public_key);
      if (row === -1) return [];
      const now = context.now();
      const [changes, days] = await Promise.all([history.nodeDays(row, now), history.days(0, now)]);
      return everyNodeDay(changes, days[0]?.time ?? 0).map(({ time, capacitySats, channelCount }) => ({
        added: time,
        capacity: capacitySats,
        channels: channelCount,
      }));
    },
    asRows,
    nodeDayCsv,
  ),
  lightningNodeFees: tableRoute(
    (lightning, { params }) => feeHistogram(lightning.graph, nodeRowOf(lightning, params.public_key)),
    ({ outgoing, incoming }) => [
      ...outgoing.map((bucket) => ({ direction: 'outgoing', ...bucket })),
      ...incoming.map((bucket) => ({ direction: 'incoming', ...bucket })),
    ],
    feeBucketCsv,
  ),
  lightningNodeSearch: graphRoute((lightning, { params }) => nodeHits(lightning, params.search)),
  lightningRankings: graphRoute((lightning) => topNodes(lightning)),
  lightningRankingLiquidity: tableRoute((lightning) => nodeRanking(lightning, 'capacity'), asRows, rankedCsv),
  lightningRankingConnectivity: tableRoute((lightning) => nodeRanking(lightning, 'channels'), asRows, rankedCsv),
  lightningRankingAge: tableRoute((lightning) => nodeRanking(lightning, 'age'), asRows, rankedCsv),
  lightningChannels: requiring(lightningOf, async (context, { query }) => {
    const { graph } = lightningOf(context);
    const node = graph.nodes.find(query.public_key);
    const empty = { rows: [], total: 0 };
    const pageOf = (isReduced?: boolean) =>
      node === -1 ? empty : channelsOfNode(graph, node, query.status, Number(query.index ?? 0), isReduced);
    const page = pageOf();
    const csv = () => csvOfRows(pageOf(false).rows, nodeChannelCsv);
    return { value: page.rows, headers: { 'x-total-count': String(page.total) }, csv };
  }),
  lightningChannel: graphRoute(async (lightning, { params }) => {
    const row = channelRowOf(lightning, params.id);
    return presentChannel(lightning.graph, row, lightning.places.nodes, await knownAttribution(lightning, row));
  }),
  lightningChannelSearch: graphRoute((lightning, { params }) => channelHits(lightning, params.search)),
  lightningTxChannels: graphRoute(({ graph }, { query }) =>
    query['txId[]'].map((txid) => channelsOfTx(graph, hashFromDisplay(txid.toLowerCase()))),
  ),
  lightningPenalties: tableRoute(({ graph }) => penalties(graph), asRows, penaltyCsv),
  lightningEvidence: graphRoute(async (lightning, { params }) => {
    const row = channelRowOf(lightning, params.id);
    const evidence = await lightning.evidence(row);
    if (evidence === undefined) throw new CodedError('lightning.channel', 'the channel is open');
    const { reason, isResolved, isCommitment, outputs } = evidence;
    return { reason, resolved: isResolved, commitment: isCommitment, outputs };
  }),
  lightningSplices: graphRoute((lightning, { params }) =>
    channelSplices(lightning.graph, channelRowOf(lightning, params.id)),
  ),
  lightningLifetime: tableRoute(
    (lightning, { params }) => channelLifetime(lightning, channelRowOf(lightning, params.id)),
    ({ events }) => events,
    lifetimeCsv,
  ),
  lightningUptime: tableRoute(
    (lightning, { params }, context) => nodeUptime(lightning, nodeRowOf(lightning, params.public_key), context.now()),
    ({ changes }) => changes,
    uptimeCsv,
  ),
  lightningNodePolicies: tableRoute(
    (lightning, { params }) => nodePolicies(lightning, nodeRowOf(lightning, params.public_key)),
    ({ policies }) => policies,
    nodePolicyCsv,
  ),
  lightningPairPolicies: tableRoute(
    (lightning, { params }) =>
      pairPolicies(lightning, nodeRowOf(lightning, params.public_key), nodeRowOf(lightning, params.peer)),
    asRows,
    pairCsv,
  ),
  lightningEvents: graphRoute((_lightning, { query }, context) => lightningEvents(context, query)),
  lightningSources: graphRoute((lightning) => presentSources(lightning)),
  lightningLookups: graphRoute((lightning) => presentLookups(lightning)),
  lightningImport: graphRoute((lightning) => presentImport(lightning)),
  ...placeHandlers,
} satisfies Partial<Handlers>;

/** Ids of the routes that read the Lightning graph. */
export const lightningRouteIds: ReadonlySet<string> = new Set(Object.keys(lightningHandlers));
