import type {
  ChannelLine,
  GeoNode,
  LightningCountry,
  LightningDay,
  LightningFeeHistogram,
  LightningNode,
  LightningNodeDay,
  NodeChannel,
  PenaltyRow,
  RankedNode,
} from '@glassblock/contract';
import type { CsvColumn } from '../csv.ts';

type Names = Readonly<Record<string, string>> | null;

/** Returns the English name of a place, or the first one. */
const nameOf = (names: Names): string | undefined => names?.['en'] ?? Object.values(names ?? {})[0];
const isoOf = (seconds: number | null): string | undefined =>
  seconds === null || seconds === 0 ? undefined : new Date(seconds * 1_000).toISOString();

/** Columns of statistics of each day. */
export const dayCsv: readonly CsvColumn<LightningDay>[] = [
  ['time', ({ added }) => isoOf(added)],
  ['channels', ({ channel_count }) => channel_count],
  ['capacity (sats)', ({ total_capacity }) => total_capacity],
  ['tor nodes', ({ tor_nodes }) => tor_nodes],
  ['clearnet nodes', ({ clearnet_nodes }) => clearnet_nodes],
  ['clearnet and tor nodes', ({ clearnet_tor_nodes }) => clearnet_tor_nodes],
  ['unannounced nodes', ({ unannounced_nodes }) => unannounced_nodes],
];

/** Columns of the days of a node. */
export const nodeDayCsv: readonly CsvColumn<LightningNodeDay>[] = [
  ['time', ({ added }) => isoOf(added)],
  ['channels', ({ channels }) => channels],
  ['capacity (sats)', ({ capacity }) => capacity],
];

/** Columns of rankings. */
export const rankedCsv: readonly CsvColumn<RankedNode>[] = [
  ['public key', ({ publicKey }) => publicKey],
  ['alias', ({ alias }) => alias],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['channels', ({ channels }) => channels],
  ['first seen', ({ firstSeen }) => isoOf(firstSeen)],
  ['last update', ({ updatedAt }) => isoOf(updatedAt)],
  ['city', ({ city }) => nameOf(city)],
  ['country', ({ iso_code }) => iso_code],
];

/** Columns of the channels of a node. */
export const nodeChannelCsv: readonly CsvColumn<NodeChannel>[] = [
  ['channel', ({ short_id }) => short_id],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['status', ({ status }) => status],
  ['fee rate (ppm)', ({ fee_rate }) => fee_rate],
  ['closing date', ({ closing_date }) => isoOf(closing_date ?? null)],
  ['closing reason', ({ closing_reason }) => closing_reason],
  ['node', ({ node }) => node.public_key],
  ['alias', ({ node }) => node.alias],
];

/** Columns of penalties. */
export const penaltyCsv: readonly CsvColumn<PenaltyRow>[] = [
  ['channel', ({ short_id }) => short_id],
  ['closing date', ({ closing_date }) => closing_date],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['closing fee (sats)', ({ closing_fee }) => closing_fee],
  ['opening transaction', ({ transaction_id }) => transaction_id],
  ['closing transaction', ({ closing_transaction_id }) => closing_transaction_id],
  ['node 1', ({ node1_public_key }) => node1_public_key],
  ['alias 1', ({ alias_left }) => alias_left],
  ['node 2', ({ node2_public_key }) => node2_public_key],
  ['alias 2', ({ alias_right }) => alias_right],
];

/** Columns of countries. */
export const countryCsv: readonly CsvColumn<LightningCountry>[] = [
  ['country', ({ iso }) => iso],
  ['name', ({ name }) => nameOf(name)],
  ['nodes', ({ count }) => count],
  ['share (%)', ({ share }) => share],
  ['capacity (sats)', ({ capacity }) => Number(capacity)],
];

/** Columns of providers. */
export const providerCsv: readonly CsvColumn<readonly [string, string, number, number, number]>[] = [
  ['AS numbers', ([asNumbers]) => asNumbers],
  ['name', ([, name]) => name],
  ['capacity (sats)', ([, , capacity]) => capacity],
  ['channels', ([, , , channels]) => channels],
  ['nodes', ([, , , , nodes]) => nodes],
];

/** Columns of nodes of a country or a provider. */
export const geoNodeCsv: readonly CsvColumn<GeoNode>[] = [
  ['public key', ({ public_key }) => public_key],
  ['alias', ({ alias }) => alias],
  ['capacity (sats)', ({ capacity }) => capacity],
  ['channels', ({ channels }) => channels],
  ['first seen', ({ first_seen }) => isoOf(first_seen)],
  ['last update', ({ updated_at }) => isoOf(updated_at)],
  ['city', ({ city }) => nameOf(city)],
  ['country', ({ iso_code }) => iso_code],
  ['longitude', ({ longitude }) => longitude],
  ['latitude', ({ latitude }) => latitude],
];

/** Columns of nodes of a group. */
export const nodeCsv: readonly CsvColumn<LightningNode>[] = [
  ['public key', ({ public_key }) => public_key],
  ['alias', ({ alias }) => alias],
  ['capacity (sats)', ({ capacity }) => Number(capacity)],
  ['active channels', ({ active_channel_count }) => active_channel_count],
  ['first seen', ({ first_seen }) => isoOf(first_seen)],
  ['last update', ({ updated_at }) => isoOf(updated_at)],
  ['city', ({ city }) => nameOf(city)],
  ['country', ({ iso_code }) => iso_code],
  ['addresses', ({ sockets }) => sockets],
];

/** Columns of channels of a node by fee rate. */
export const feeBucketCsv: readonly CsvColumn<LightningFeeHistogram['outgoing'][number] & { direction: string }>[] = [
  ['direction', ({ direction }) => direction],
  ['fee rate up to (ppm)', ({ bucket }) => bucket],
  ['channels', ({ count }) => count],
  ['capacity (sats)', ({ capacity }) => Number(capacity)],
];

/** Columns of channels on the map. */
export const channelLineCsv: readonly CsvColumn<ChannelLine>[] = [
  ['public key 1', ([key]) => key],
  ['alias 1', ([, alias]) => alias],
  ['longitude 1', ([, , longitude]) => longitude],
  ['latitude 1', ([, , , latitude]) => latitude],
  ['public key 2', ([, , , , key]) => key],
  ['alias 2', ([, , , , , alias]) => alias],
  ['longitude 2', ([, , , , , , longitude]) => longitude],
  ['latitude 2', ([, , , , , , , latitude]) => latitude],
];
