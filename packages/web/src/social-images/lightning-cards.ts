import type { IspNodes, LightningChannel, LightningNode, LightningNodeDay, NodeGroups } from '@glassblock/contract';
import type { Api } from '../data/answer.ts';
import { channelIdOf, lightningApi } from '../features/lightning/lightning-url.ts';
import { timestamp } from '../format/age.ts';
import { amount, count } from '../format/amount.ts';
import en from '../messages/en.json' with { type: 'json' };
import { type Card, sizes } from './card.ts';
import { bodyOf, type CardPlace, fact, printableText } from './card-parts.ts';
import type { SocialImageSubject } from './social-image-path.ts';

/** Points of a node's line. */
const maxDays = 400;
const nameOf = (text: string, otherwise: string) => printableText(text).trim().slice(0, 40) || otherwise;
const day = (seconds: number | null) => (seconds === null || seconds === 0 ? '–' : timestamp(seconds, 0).slice(0, 10));
/** A public key in two lines. */
const keyLines = (key: string) => [key.slice(0, 33), key.slice(33)];

/** Returns the card of a Lightning page; undefined for one that has the site's. @throws as `cardOf` */
export function lightningCardOf(
  of: SocialImageSubject,
  place: CardPlace,
  ask: Api,
): Promise<Card | undefined> | undefined {
  if (of.kind === 'lightning-node') return nodeCard(of.id.toLowerCase(), place, ask);
  if (of.kind === 'lightning-channel') return channelCard(of.id, place, ask);
  if (of.kind === 'lightning-group') return groupCard(of.id, place, ask);
  if (of.kind === 'lightning-isp') return ispCard(of.id, place, ask);
  return undefined;
}

const capacityOf = (sats: number, { network }: CardPlace) => amount(sats, 'btc', network, [2, 4]);

async function nodeCard(key: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const node = bodyOf(await ask.get<LightningNode>(lightningApi.node(place.prefix, key)));
  if (node === undefined) return undefined;
  const days = await ask.get<LightningNodeDay[]>(lightningApi.nodeDays(place.prefix, key), 'once');
  const values = days.ok ? days.body.slice(0, maxDays).reverse() : [];
  return {
    ...sizes.object,
    network: place.label,
    title: nameOf(node.alias, en['lightning.node']),
    id: keyLines(key),
    marks: [],
    facts: [
      fact(en['lightning.activeCapacity'], capacityOf(Number(node.capacity), place)),
      fact(en['lightning.activeChannels'], count(node.active_channel_count)),
      fact(en['lightning.firstSeen'], day(node.first_seen)),
      fact(en['lightning.updated'], day(node.updated_at)),
      fact(en['lightning.place'], placeOf(node)),
    ],
    picture:
      values.length < 2 ? { kind: 'qr', text: key } : { kind: 'line', values: values.map(({ capacity }) => capacity) },
  };
}

const placeOf = ({ city, country }: Pick<LightningNode, 'city' | 'country'>): string => {
  const names = [city?.['en'], country?.['en']].filter((name) => name !== undefined).map(printableText);
  return names.join(', ').slice(0, 28) || en['lightning.place.unknown'];
};

const statusTexts = [en['lightning.status.inactive'], en['lightning.status.active'], en['lightning.status.closed']];
const closings = [en['lightning.closed.mutual'], en['lightning.closed.force'], en['lightning.closed.penalty']];

async function channelCard(text: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const id = channelIdOf(text);
  if (id === undefined) return undefined;
  const channel = bodyOf(await ask.get<LightningChannel>(lightningApi.channel(place.prefix, id)));
  if (channel === undefined) return undefined;
  const { node_left: left, node_right: right, closing_reason: reason, status } = channel;
  const isClosed = status === 2;
  const date = (iso: string | null) => day(iso === null ? null : Date.parse(iso) / 1000);
  return {
    ...sizes.object,
    network: place.label,
    title: `${en['lightning.channel']} ${channel.short_id}`,
    id: [nameOf(left.alias, left.public_key), nameOf(right.alias, right.public_key)],
    marks: [statusTexts[status] ?? ''],
    facts: [
      fact(en['lightning.capacity'], capacityOf(channel.capacity, place)),
      fact(en['lightning.created'], date(channel.created)),
      isClosed
        ? fact(en['lightning.closingDate'], date(channel.closing_date))
        : fact(en['lightning.updated'], date(channel.updated_at)),
      isClosed
        ? fact(en['lightning.closing'], closings[(reason ?? 0) - 1] ?? en['lightning.closed.unknown'])
        : fact(en['lightning.feeRate'], `${left.fee_rate ?? '–'} / ${right.fee_rate ?? '–'} ppm`),
    ],
    picture: { kind: 'flow', inputs: [channel.capacity], outputs: balancesOf(channel), fee: 0 },
  };
}

/** Returns the closing balances of both nodes if known, else the capacity as one value. */
function balancesOf({ node_left: left, node_right: right, capacity }: LightningChannel): number[] {
  const known = [left.closing_balance, right.closing_balance].filter((sats) => sats > 0);
  return known.length === 0 ? [capacity] : known;
}

interface Members {
  nodes: number;
  capacity: number;
  channels: number;
}

const membersOf = ({ nodes, capacity, channels }: Members, place: CardPlace) => [
  fact(en['lightning.nodes'], count(nodes)),
  fact(en['lightning.liquidity'], capacityOf(capacity, place)),
  fact(en['lightning.channels'], count(channels)),
];

async function groupCard(slug: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const [answer, groups] = await Promise.all([
    ask.get<LightningNode[]>(lightningApi.group(place.prefix, slug)),
    ask.get<NodeGroups>(lightningApi.groups(place.prefix)),
  ]);
  const nodes = bodyOf(answer);
  const group = bodyOf(groups)?.find((one) => one.slug === slug);
  if (nodes === undefined || group === undefined) return undefined;
  const sum = (of: (node: LightningNode) => number) => nodes.reduce((total, node) => total + of(node), 0);
  return {
    ...sizes.object,
    network: place.label,
    title: nameOf(group.name, slug),
    id: [printableText(group.description).slice(0, 80)],
    marks: [],
    facts: membersOf(
      {
        nodes: nodes.length,
        capacity: sum(({ capacity }) => Number(capacity)),
        channels: sum(({ active_channel_count: channels }) => channels),
      },
      place,
    ),
    picture: undefined,
  };
}

async function ispCard(asNumbers: string, place: CardPlace, ask: Api): Promise<Card | undefined> {
  const found = bodyOf(await ask.get<IspNodes>(lightningApi.isp(place.prefix, asNumbers)));
  if (found === undefined) return undefined;
  const sum = (of: (node: IspNodes['nodes'][number]) => number) =>
    found.nodes.reduce((total, node) => total + of(node), 0);
  return {
    ...sizes.object,
    network: place.label,
    title: nameOf(found.isp, en['lightning.isp']),
    id: [`ASN ${asNumbers.replaceAll(',', ', ').slice(0, 60)}`],
    marks: [],
    facts: membersOf(
      {
        nodes: found.nodes.length,
        capacity: sum(({ capacity }) => capacity),
        channels: sum(({ channels }) => channels),
      },
      place,
    ),
    picture: undefined,
  };
}
