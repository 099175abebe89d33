import type { LightningEvents } from '@glassblock/contract';
import type { EventId, Fact } from '@glassblock/journal';
import { parseChannelId, parseShortId } from '@glassblock/lightning';
import { CodedError, isCoded, toHex } from '@glassblock/primitives';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { presentFact } from '../presenters/present-fact.ts';

/** Returns whether a fact is wanted. */
export type FactFilter = (fact: Fact) => boolean;

/** Nodes and channels of a filter together. */
const maxFollowed = 100;
const keyForm = /^0[23][0-9a-f]{64}$/;

/**
 * Creates a filter for the facts about nodes and channels.
 * @param of  comma-separated public keys, and ids or short ids of channels
 * @returns undefined without both
 * @throws {CodedError} lightning.node, lightning.channel for malformed or too many values
 */
export function createLightningFilter(of: {
  node?: string | undefined;
  channel?: string | undefined;
}): FactFilter | undefined {
  if (of.node === undefined && of.channel === undefined) return undefined;
  const nodes = new Set(partsOf(of.node, 'lightning.node'));
  const channels = new Set<bigint>();
  for (const text of partsOf(of.channel, 'lightning.channel')) {
    const id = parseChannelId(text) ?? parseShortId(text);
    if (id === undefined) throw new CodedError('lightning.channel', 'not a channel id', { datum: text });
    channels.add(id);
  }
  for (const key of nodes) if (!keyForm.test(key)) throw new CodedError('lightning.node', 'not a public key');
  const isFollowed = (...keys: Uint8Array[]) => nodes.size > 0 && keys.some((key) => nodes.has(toHex(key)));
  return (fact) => {
    switch (fact.type) {
      case 'channel-opened':
      case 'channel-closed':
      case 'channel-reopened':
      case 'channel-unfunded':
        return channels.has(fact.channel) || isFollowed(fact.firstNode, fact.secondNode);
      case 'policy-changed':
        return channels.has(fact.channel) || isFollowed(fact.node, fact.peer);
      case 'node-updated':
        return isFollowed(fact.node);
      default:
        return false;
    }
  };
}

function partsOf(text: string | undefined, code: 'lightning.node' | 'lightning.channel'): string[] {
  const parts = text === undefined ? [] : text.split(',', maxFollowed + 1);
  if (parts.length > maxFollowed) throw new CodedError(code, `more than ${maxFollowed}`);
  return parts;
}

/** Events of the journal that one request reads, wanted or not. */
const maxRead = 5_000;

/**
 * Reads the events about nodes and channels after a position.
 * @throws {CodedError} lightning.node, lightning.channel, events.bad-id, journal.disk
 */
export async function lightningEvents(
  { journal }: RecordingContext,
  query: { node?: string | undefined; channel?: string | undefined; after?: string | undefined },
): Promise<LightningEvents> {
  const isWanted = createLightningFilter(query) ?? (({ type }: Fact) => lightningKinds.has(type));
  if (query.after === undefined) return { position: journal.position, more: false, gap: false, events: [] };
  try {
    const reading = await journal.readFrom(query.after as EventId, maxRead);
    if (reading.gap) return { position: journal.position, more: false, gap: true, events: [] };
    const events = reading.events.filter(({ fact }) => isWanted(fact));
    return {
      position: reading.position,
      more: reading.more,
      gap: false,
      events: events.map(({ id, fact }) => ({ id, ...presentFact(fact) }) as LightningEvents['events'][number]),
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
