import { type Static, Type } from 'typebox';
import { closed, HashHex, Int, Nullable, Num, Text } from '../terms.ts';
import { ChannelId, ClosingEvidence, LightningKey, ShortId } from './lightning-shapes.ts';

/* History of channels and nodes: answers below /api/glass/v1/lightning/. Times in Unix seconds. */

const Closing = Type.Enum(['unknown', 'mutual', 'force', 'penalty', 'splice']);

/** Events of the journal about Lightning nodes and channels, oldest first. */
export const LightningEvents = Type.Object(
  {
    /** Position after these events, for the next request. */
    position: Text,
    /** Whether there are events after the position. */
    more: Type.Boolean(),
    /** Events after the given position are no longer stored. */
    gap: Type.Boolean(),
    events: Type.Array(
      Type.Object(
        {
          id: Text,
          type: Type.Enum([
            'channel-opened',
            'channel-closed',
            'channel-reopened',
            'channel-unfunded',
            'node-updated',
            'policy-changed',
          ]),
          time: Int,
          channel: Type.Optional(Text),
          firstNode: Type.Optional(LightningKey),
          secondNode: Type.Optional(LightningKey),
          txid: Type.Optional(HashHex),
          capacity: Type.Optional(Int),
          reason: Type.Optional(Closing),
          node: Type.Optional(LightningKey),
          peer: Type.Optional(LightningKey),
          feeRatePpm: Type.Optional(Int),
          baseFeeMsat: Type.Optional(Int),
          disabled: Type.Optional(Type.Boolean()),
          changes: Type.Optional(Int),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type LightningEvents = Static<typeof LightningEvents>;

/** An event in the lifetime of a channel; a splice closes one channel and opens the next one. */
export const LifetimeEvent = Type.Object(
  {
    type: Type.Enum(['opened', 'policy', 'spliced', 'closed']),
    time: Int,
    id: ChannelId,
    short_id: ShortId,
    /** Of the funding or closing transaction. */
    txid: Nullable(HashHex),
    /** Sats; of openings and splices. */
    capacity: Nullable(Int),
    /** Whose policy it is. */
    public_key: Nullable(LightningKey),
    fee_rate: Nullable(Int),
    base_fee_mtokens: Nullable(Int),
    is_disabled: Nullable(Type.Boolean()),
    /** Changes since the previous policy; 0: the first known one. */
    changes: Nullable(Int),
    reason: Nullable(Closing),
  },
  closed,
);
export type LifetimeEvent = Static<typeof LifetimeEvent>;

/** The lifetime of a channel with those that splices joined to it, oldest event first. */
export const ChannelLifetime = Type.Object(
  {
    id: ChannelId,
    short_id: ShortId,
    nodes: Type.Array(Type.Object({ public_key: LightningKey, alias: Text }, closed), { minItems: 2, maxItems: 2 }),
    /** Policies before this time are not known; null: none are. */
    policies_since: Nullable(Int),
    /** Older policies were removed: only the newest thousand of each channel are stored. */
    is_shortened: Type.Boolean(),
    events: Type.Array(LifetimeEvent),
    /** Costs of the closing; null while the channel is open, or while the chain cannot be read. */
    closing: Nullable(
      Type.Object(
        {
          txid: HashHex,
          reason: ClosingEvidence.properties.reason,
          /** Later spends cannot change the reason, and all costs are known. */
          resolved: Type.Boolean(),
          /** Sats. */
          fee: Int,
          /** Transactions that spent outputs by a script of the channel. */
          sweeps: Type.Array(
            Type.Object(
              {
                vout: Int,
                /** How the output was spent. */
                spent: Text,
                txid: HashHex,
                /** Fee of the transaction divided by its inputs, in sats. */
                fee: Int,
              },
              closed,
            ),
          ),
          /** Sats: the closing transaction and the sweeps. */
          total_fee: Int,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ChannelLifetime = Static<typeof ChannelLifetime>;

/** Reachability of a node over time, as gossip shows it. */
export const NodeUptime = Type.Object(
  {
    /** Now; null: not observed yet. */
    is_reached: Nullable(Type.Boolean()),
    /** Unix seconds of the first observation that is stored; null: none. */
    since: Nullable(Int),
    periods: Type.Array(
      Type.Object(
        {
          days: Int,
          /** Percent of the observed time; null: none. */
          uptime: Nullable(Num),
          /** Share of the period that was observed, in percent. */
          observed: Num,
        },
        closed,
      ),
    ),
    /** Newest first, at most a thousand. */
    changes: Type.Array(Type.Object({ time: Int, is_reached: Type.Boolean() }, closed)),
  },
  closed,
);
export type NodeUptime = Static<typeof NodeUptime>;

/** Policies of the channels between two nodes, newest first. */
export const PairPolicies = Type.Array(
  Type.Object(
    {
      time: Int,
      id: ChannelId,
      short_id: ShortId,
      public_key: LightningKey,
      fee_rate: Int,
      base_fee_mtokens: Int,
      is_disabled: Type.Boolean(),
      changes: Int,
    },
    closed,
  ),
);
export type PairPolicies = Static<typeof PairPolicies>;

/** Policies of a node, newest first. */
export const NodePolicies = Type.Object(
  {
    /** The largest open channels, whose policies these are. */
    channels: Int,
    /** Open channels of the node. */
    of: Int,
    policies: Type.Array(
      Type.Object(
        {
          time: Int,
          id: ChannelId,
          short_id: ShortId,
          /** The other node of the channel. */
          peer: LightningKey,
          alias: Text,
          capacity: Int,
          fee_rate: Int,
          base_fee_mtokens: Int,
          is_disabled: Type.Boolean(),
          changes: Int,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type NodePolicies = Static<typeof NodePolicies>;
