import { type Static, Type } from 'typebox';
import { closed, HashHex, Hex, Int, Nullable, Num, Text } from '../terms.ts';

/* Answers below /api/v1/lightning/. Capacities in sats, fee rates in ppm; sums of capacity are texts where marked. */

/** Public key of a node as hex. */
export const LightningKey = Type.String({ pattern: '^0[23][0-9a-f]{64}$' });
/** Id of a channel: a text above 2^53, which is the rule, otherwise a number. */
export const ChannelId = Type.Union([Type.String({ pattern: '^\\d{1,20}$' }), Int]);
/** Id of a channel as block, position and output. */
export const ShortId = Type.String({ pattern: '^\\d+x\\d+x\\d+$' });
const IsoTime = Type.String({ format: 'date-time' });
/** 0 inactive, 1 active, 2 closed. */
const ChannelStatus = Type.Integer({ minimum: 0, maximum: 2 });
/** 1 mutual, 2 forced, 3 forced with penalty; null without evidence, and for splices. */
const ClosingReason = Nullable(Type.Integer({ minimum: 1, maximum: 3 }));
/** Names by language code. */
const Names = Nullable(Type.Record(Text, Text));
/** A sum of sats: a text, or the number 0. */
const CapacitySum = Type.Union([Type.String({ pattern: '^\\d+$' }), Int]);

/** A node found by the search. */
export const LightningNodeHit = Type.Object(
  { public_key: LightningKey, alias: Text, capacity: Nullable(Int), channels: Nullable(Int), status: Int },
  closed,
);
export type LightningNodeHit = Static<typeof LightningNodeHit>;

/** A channel found by the search. */
export const LightningChannelHit = Type.Object(
  { id: ChannelId, short_id: ShortId, capacity: Int, status: ChannelStatus },
  closed,
);
export type LightningChannelHit = Static<typeof LightningChannelHit>;

/** Nodes and channels found by the search, at most ten of each. */
export const LightningHits = Type.Object(
  { nodes: Type.Array(LightningNodeHit), channels: Type.Array(LightningChannelHit) },
  closed,
);

export type LightningHits = Static<typeof LightningHits>;

/** Statistics of the graph. */
export const LightningStat = Type.Object(
  {
    id: Int,
    added: IsoTime,
    channel_count: Int,
    node_count: Int,
    total_capacity: Int,
    tor_nodes: Int,
    clearnet_nodes: Int,
    clearnet_tor_nodes: Int,
    unannounced_nodes: Int,
    avg_capacity: Int,
    med_capacity: Int,
    avg_fee_rate: Int,
    med_fee_rate: Int,
    avg_base_fee_mtokens: Int,
    med_base_fee_mtokens: Int,
  },
  closed,
);
export type LightningStat = Static<typeof LightningStat>;

/** Statistics of now and of a week ago. */
export const LightningLatest = Type.Object({ latest: LightningStat, previous: Type.Optional(LightningStat) }, closed);
export type LightningLatest = Static<typeof LightningLatest>;

/** Statistics of a day; the time in Unix seconds. */
export const LightningDay = Type.Object(
  {
    added: Int,
    channel_count: Int,
    total_capacity: Int,
    tor_nodes: Int,
    clearnet_nodes: Int,
    unannounced_nodes: Int,
    clearnet_tor_nodes: Int,
  },
  closed,
);
export type LightningDay = Static<typeof LightningDay>;

/** A node; times in Unix seconds. Places are null without geographic files. */
export const LightningNode = Type.Object(
  {
    public_key: LightningKey,
    alias: Text,
    color: Text,
    first_seen: Int,
    updated_at: Nullable(Int),
    sockets: Text,
    as_number: Nullable(Int),
    city_id: Nullable(Int),
    country_id: Nullable(Int),
    subdivision_id: Nullable(Int),
    longitude: Nullable(Num),
    latitude: Nullable(Num),
    iso_code: Nullable(Text),
    as_organization: Nullable(Text),
    city: Names,
    country: Names,
    subdivision: Names,
    features: Nullable(Type.Array(Type.Object({ bit: Int, name: Text, is_required: Type.Boolean() }, closed))),
    featuresBits: Nullable(Hex),
    active_channel_count: Int,
    capacity: CapacitySum,
    opened_channel_count: Int,
    closed_channel_count: Int,
    custom_records: Type.Record(Text, Hex),
  },
  closed,
);
export type LightningNode = Static<typeof LightningNode>;

/** Statistics of a node on a day; the time in Unix seconds. */
export const LightningNodeDay = Type.Object({ added: Int, capacity: Int, channels: Int }, closed);
export type LightningNodeDay = Static<typeof LightningNodeDay>;

const Bucket = Type.Object({ bucket: Int, count: Int, capacity: Type.String({ pattern: '^\\d+$' }) }, closed);

/** Channels of a node by fee rate: upper bounds in ppm. */
export const LightningFeeHistogram = Type.Object(
  { incoming: Type.Array(Bucket), outgoing: Type.Array(Bucket) },
  closed,
);
export type LightningFeeHistogram = Static<typeof LightningFeeHistogram>;

const place = { city: Names, country: Names, iso_code: Nullable(Text), subdivision: Nullable(Text) };

/** A node of a ranking; times in Unix seconds. */
export const RankedNode = Type.Object(
  {
    publicKey: LightningKey,
    alias: Text,
    capacity: Int,
    channels: Int,
    firstSeen: Int,
    updatedAt: Nullable(Int),
    ...place,
  },
  closed,
);
export type RankedNode = Static<typeof RankedNode>;

/** The nodes with the largest capacity and with most channels. */
export const LightningRankings = Type.Object(
  {
    topByCapacity: Type.Array(Type.Object({ publicKey: LightningKey, alias: Text, capacity: Int }, closed)),
    topByChannels: Type.Array(Type.Object({ publicKey: LightningKey, alias: Text, channels: Int, ...place }, closed)),
  },
  closed,
);
export type LightningRankings = Static<typeof LightningRankings>;

/** A channel in the list of a node; the other members are absent in the reduced form. */
export const NodeChannel = Type.Object(
  {
    status: Type.Optional(ChannelStatus),
    closing_reason: Type.Optional(ClosingReason),
    closing_date: Type.Optional(Nullable(Int)),
    capacity: Int,
    short_id: ShortId,
    id: ChannelId,
    fee_rate: Type.Optional(Nullable(Int)),
    node: Type.Object(
      {
        alias: Text,
        public_key: LightningKey,
        channels: Type.Optional(Int),
        capacity: Type.Optional(CapacitySum),
      },
      closed,
    ),
  },
  closed,
);
export type NodeChannel = Static<typeof NodeChannel>;

const ChannelSide = Type.Object(
  {
    alias: Text,
    public_key: LightningKey,
    channels: Type.Optional(Int),
    capacity: Type.Optional(Int),
    base_fee_mtokens: Nullable(Num),
    cltv_delta: Nullable(Int),
    fee_rate: Nullable(Int),
    is_disabled: Nullable(Int),
    max_htlc_mtokens: Nullable(Num),
    min_htlc_mtokens: Nullable(Num),
    updated_at: Nullable(IsoTime),
    longitude: Type.Optional(Nullable(Num)),
    latitude: Type.Optional(Nullable(Num)),
    funding_balance: Int,
    closing_balance: Int,
    initiated_close: Type.Optional(Type.Literal(true)),
  },
  closed,
);

/** A channel with both of its sides. */
export const LightningChannel = Type.Object(
  {
    id: ChannelId,
    short_id: ShortId,
    capacity: Int,
    transaction_id: HashHex,
    transaction_vout: Int,
    closing_transaction_id: Nullable(HashHex),
    closing_fee: Int,
    closing_reason: ClosingReason,
    closing_date: Nullable(IsoTime),
    updated_at: Nullable(IsoTime),
    created: Nullable(IsoTime),
    status: ChannelStatus,
    funding_ratio: Nullable(Num),
    closed_by: Nullable(LightningKey),
    single_funded: Type.Boolean(),
    node_left: ChannelSide,
    node_right: ChannelSide,
  },
  closed,
);
export type LightningChannel = Static<typeof LightningChannel>;

/** Channels that a transaction closed and opened. */
export const TxChannels = Type.Object(
  { inputs: Type.Record(Text, LightningChannel), outputs: Type.Record(Text, LightningChannel) },
  closed,
);
export type TxChannels = Static<typeof TxChannels>;

const flag = Type.Integer({ minimum: 0, maximum: 1 });

/** A channel that was closed with a penalty, in the form of a stored row. */
export const PenaltyRow = Type.Object(
  {
    id: ChannelId,
    short_id: ShortId,
    capacity: Int,
    transaction_id: HashHex,
    transaction_vout: Int,
    updated_at: Nullable(IsoTime),
    created: Nullable(IsoTime),
    status: ChannelStatus,
    closing_transaction_id: HashHex,
    closing_date: IsoTime,
    closing_reason: Int,
    closing_resolved: flag,
    source_checked: flag,
    closing_fee: Int,
    node1_public_key: LightningKey,
    node1_base_fee_mtokens: Nullable(Num),
    node1_cltv_delta: Nullable(Int),
    node1_fee_rate: Nullable(Int),
    node1_is_disabled: Nullable(Int),
    node1_max_htlc_mtokens: Nullable(Num),
    node1_min_htlc_mtokens: Nullable(Num),
    node1_updated_at: Nullable(IsoTime),
    node1_funding_balance: Int,
    node1_closing_balance: Int,
    node2_public_key: LightningKey,
    node2_base_fee_mtokens: Nullable(Num),
    node2_cltv_delta: Nullable(Int),
    node2_fee_rate: Nullable(Int),
    node2_is_disabled: Nullable(Int),
    node2_max_htlc_mtokens: Nullable(Num),
    node2_min_htlc_mtokens: Nullable(Num),
    node2_updated_at: Nullable(IsoTime),
    node2_funding_balance: Int,
    node2_closing_balance: Int,
    funding_ratio: Nullable(Num),
    closed_by: Nullable(LightningKey),
    single_funded: flag,
    outputs: Nullable(Type.Array(Int)),
    alias_left: Text,
    alias_right: Text,
  },
  closed,
);
export type PenaltyRow = Static<typeof PenaltyRow>;

/** A node on the map: longitude, latitude, public key, alias, capacity, channels, names and ISO code of its country. */
const WorldNode = Type.Tuple([Num, Num, LightningKey, Text, Int, Int, Type.Record(Text, Text), Text]);

/** Nodes with a place, smallest capacity first. */
export const LightningWorld = Type.Object(
  { maxLiquidity: Int, maxChannels: Int, nodes: Type.Array(WorldNode) },
  closed,
);
export type LightningWorld = Static<typeof LightningWorld>;

/** A country with nodes; the share is in percent of the located nodes. */
export const LightningCountry = Type.Object(
  { name: Type.Record(Text, Text), iso: Text, count: Int, share: Num, capacity: Type.String({ pattern: '^\\d+$' }) },
  closed,
);
export type LightningCountry = Static<typeof LightningCountry>;

/** A node of a country or an internet service provider; times in Unix seconds. */
export const GeoNode = Type.Object(
  {
    public_key: LightningKey,
    capacity: Int,
    channels: Int,
    alias: Text,
    first_seen: Int,
    updated_at: Nullable(Int),
    city: Names,
    country: Names,
    iso_code: Nullable(Text),
    subdivision: Names,
    longitude: Nullable(Num),
    latitude: Nullable(Num),
    as_number: Type.Optional(Nullable(Int)),
    isp: Type.Optional(Nullable(Text)),
  },
  closed,
);
export type GeoNode = Static<typeof GeoNode>;

/** The nodes of a country. */
export const CountryNodes = Type.Object({ country: Type.Record(Text, Text), nodes: Type.Array(GeoNode) }, closed);
export type CountryNodes = Static<typeof CountryNodes>;

/** The nodes of an internet service provider. */
export const IspNodes = Type.Object({ isp: Text, nodes: Type.Array(GeoNode) }, closed);
export type IspNodes = Static<typeof IspNodes>;

/** Internet service providers: AS numbers, comma separated, name, capacity, channels and nodes. */
export const IspRanking = Type.Object(
  {
    clearnetCapacity: Int,
    torCapacity: Int,
    unknownCapacity: Int,
    ispRanking: Type.Array(Type.Tuple([Text, Text, Int, Int, Int])),
  },
  closed,
);
export type IspRanking = Static<typeof IspRanking>;

/** Channels as lines: places only (style `widget`), or public key, alias and place of both nodes. */
export const ChannelLines = Type.Union([
  Type.Array(Type.Tuple([Num, Num, Num, Num])),
  Type.Array(Type.Tuple([LightningKey, Text, Num, Num, LightningKey, Text, Num, Num])),
]);
/** A line of the long form. */
export type ChannelLine = [string, string, number, number, string, string, number, number];

/** The geographic files that are read. */
export const GeographyState = Type.Object(
  {
    /** Absent: nothing is missing. */
    missing: Nullable(Text),
    simulated: Type.Boolean(),
    files: Type.Array(Type.Object({ kind: Type.Enum(['city', 'asn', 'isp']), type: Text, built: Int }, closed)),
    /** Nodes with a country, of all nodes in the graph. */
    located: Int,
    nodes: Int,
  },
  closed,
);
export type GeographyState = Static<typeof GeographyState>;

/** The announced addresses of a node with their places. */
export const NodeAddressPlaces = Type.Array(
  Type.Object(
    {
      socket: Text,
      type: Type.Enum(['ipv4', 'ipv6', 'torv2', 'torv3', 'i2p', 'dns', 'websocket']),
      city: Names,
      country: Names,
      iso_code: Nullable(Text),
      longitude: Nullable(Num),
      latitude: Nullable(Num),
      as_number: Nullable(Int),
      isp: Nullable(Text),
      /** The place at which the node is shown. */
      shown: Type.Boolean(),
    },
    closed,
  ),
);
export type NodeAddressPlaces = Static<typeof NodeAddressPlaces>;

/** Groups of nodes that the operator has defined. */
export const NodeGroups = Type.Array(
  Type.Object({ slug: Text, name: Text, description: Text, keys: Type.Array(LightningKey) }, closed),
);
export type NodeGroups = Static<typeof NodeGroups>;

/** How each output of a closing transaction was spent. */
export const ClosingEvidence = Type.Object(
  {
    reason: Type.Enum(['unknown', 'mutual', 'force', 'penalty', 'splice']),
    /** Later spends cannot change the reason. */
    resolved: Type.Boolean(),
    /** Lock time and sequence are those of a commitment transaction. */
    commitment: Type.Boolean(),
    outputs: Type.Array(Text),
  },
  closed,
);
export type ClosingEvidence = Static<typeof ClosingEvidence>;

const SplicedChannel = Type.Object({ id: ChannelId, short_id: ShortId }, closed);
/** Channels that splices join to a channel. */
export const ChannelSplices = Type.Object(
  {
    before: Type.Array(SplicedChannel, { description: 'channels that its funding transaction closed' }),
    after: Type.Array(SplicedChannel, { description: 'channels that its closing transaction funds' }),
  },
  closed,
);
export type ChannelSplices = Static<typeof ChannelSplices>;

/** The Lightning nodes whose graphs are read. */
export const LightningSources = Type.Array(
  Type.Object(
    {
      state: Type.Enum(['connecting', 'ready', 'failed']),
      sentence: Text,
      nodes: Int,
      channels: Int,
    },
    closed,
  ),
);
export type LightningSources = Static<typeof LightningSources>;

/** The lookup of funding outputs in the index. */
export const LightningLookups = Type.Object(
  {
    pending: Type.Boolean({ description: 'the first lookup is not complete: capacities are unknown or partial' }),
    channels: Int,
    found: Type.Integer({ minimum: 0, description: 'channels whose funding output was found' }),
  },
  closed,
);
export type LightningLookups = Static<typeof LightningLookups>;

/** The last import of topology files since the start. */
export const LightningImport = Type.Object(
  {
    state: Type.Enum(['none', 'running', 'stopped', 'done', 'failed']),
    sentence: Text,
    files: Type.Integer({ minimum: 0, description: 'read or left out' }),
    of: Int,
    days: Type.Integer({ minimum: 0, description: 'that got statistics' }),
  },
  closed,
);
export type LightningImport = Static<typeof LightningImport>;
