import type { LightningEvents } from '@glassblock/contract';
import type { EventId, Fact, JournalEvent } from '@glassblock/journal';
import { parseChannelId, parseShortId } from '@glassblock/lightning';
import { CodedError, isCoded, toHex } from '@glassblock/primitives';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { presentFact } from '../presenters/present-fact.ts';

/** Returns whether a fact matches the filter. */
export type FactFilter = (fact: Fact) => boolean;

/** Nodes and channels of a filter together. */
const maxFollowed = 100;
const keyForm = /^0[23][0-9a-f]{64}$/;

/**
 * Creates a filter for the facts about nodes and channels.
 * @param of comma-separated public keys, and ids or short ids of channels
 * @returns undefined without both
 * @throws {CodedError} lightning.node, lightning.channel for malformed or too many values
 */
export function createLightningFilter(of: {
  node?: string | undefined;
  channel?: string | undefined;
}): FactFilter | undefined {
  if (of.node === undefined && of.channel === undefined) return undefined;
  const followed = new Set(partsOf(of.node?.toLowerCase(), 'lightning.node'));
  for (const key of followed) if (!keyForm.test(key)) throw new CodedError('lightning.node', 'not a public key');
  for (const text of partsOf(of.channel, 'lightning.channel')) {
    const id = channelKeyOf(text);
    if (id === undefined) {
      throw new CodedError('lightning.channel', 'not a channel id', { datum: text });
    }
    followed.add(id);
  }
  return (fact) => lightningKeysOf(fact).some((key) => followed.has(key));
}

/**
 * Returns the key by which a node or channel is followed: its public key, or its id in decimal. @param text also a
 * short id
 */
export function lightningKey(text: string): string | undefined {
  const key = text.toLowerCase();
  return keyForm.test(key) ? key : channelKeyOf(text);
}

const channelKeyOf = (text: string) => (parseChannelId(text) ?? parseShortId(text))?.toString();

/** Returns the keys of the nodes and the channel that a fact is about; none of other facts. */
export function lightningKeysOf(fact: Fact): string[] {
  switch (fact.type) {
    case 'channel-opened':
    case 'channel-closed':
    case 'channel-reopened':
    case 'channel-unfunded':
      return [String(fact.channel), toHex(fact.firstNode), toHex(fact.secondNode)];
    case 'policy-changed':
      return [String(fact.channel), toHex(fact.node), toHex(fact.peer)];
    case 'node-updated':
      return [toHex(fact.node)];
    default:
      return [];
  }
}

/** Returns an event about a node or a channel. */
export const presentLightningEvent = ({ id, fact }: JournalEvent) =>
  ({ id, ...presentFact(fact) }) as LightningEvents['events'][number];

function partsOf(text: string | undefined, code: 'lightning.node' | 'lightning.channel'): string[] {
  const parts = text === undefined ? [] : text.split(',', maxFollowed + 1);
  if (parts.length > maxFollowed) throw new CodedError(code, `more than ${maxFollowed}`);
  return parts;
}

/** Events of the journal that one request reads, matching or not. */
const maxRead = 5_000;

/**
 * Reads the events about nodes and channels after a position.
 * @throws {CodedError} lightning.node, lightning.channel, events.bad-id, journal.disk
 */
export async function lightningEvents(
  { journal }: RecordingContext,
  query: { node?: string | undefined; channel?: string | undefined; after?: string | undefined },
): Promise<LightningEvents> {
  const isWanted = createLightningFilter(query) ?? isAboutLightning;
  if (query.after === undefined) return { position: journal.position, more: false, gap: false, events: [] };
  try {
    const reading = await journal.readFrom(query.after as EventId, maxRead);
    if (reading.gap) return { position: journal.position, more: false, gap: true, events: [] };
    const events = reading.events.filter(({ fact }) => isWanted(fact));
    return {
      position: reading.position,
      more: reading.more,
      gap: false,
      events: events.map(presentLightningEvent),
    };
  } catch (error) {
    if (!isCoded(error, 'journal.bad-id')) throw error;
    throw new CodedError('events.bad-id', error.message, { datum: query.after });
  }
}

const lightningKinds: ReadonlySet<string> = new Set([
  'channel-opened',
  'channel-closed',
  'channel-reopened',
  'channel-unfunded',
  'node-updated',
  'policy-changed',
]);

/** Returns whether a fact is about a Lightning node or channel. */
export const isAboutLightning: FactFilter = ({ type }) => lightningKinds.has(type);
