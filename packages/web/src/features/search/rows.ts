import type { LightningHits, MiningPoolName } from '@glassblock/contract';
import type { SearchGuess } from '../../data/search/recognise.ts';
import { pathOf, type SiteNetwork } from '../../data/site/site.ts';
import type { Text } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { page } from '../../url.ts';
import { lightningPage } from '../lightning/lightning-url.ts';
import type { Option } from './option.ts';
import { addressSearchScope } from './search-scope.ts';

/** One search result and its target; undefined target: known, but not served here. */
export interface SearchRow extends Option {
  to: string | undefined;
  /** The network of the target, where it is another one. */
  network?: SiteNetwork;
  /** Input for the wallet desk, which must not be part of a URL. */
  wallet?: string | undefined;
}

/** Where the results are shown. */
export interface SearchPlace {
  prefix: string;
  /** Name of the network, for group titles. */
  label: string;
  rootNetwork: string;
  networks: readonly SiteNetwork[];
  /** As in `Site`. */
  addressSearch?: boolean | undefined;
}

/** Results for a typed text. */
interface FoundThings {
  typed: string;
  guesses: readonly SearchGuess[];
  /** The text as a canonical address prefix, and matching addresses. */
  typedPrefix: string | undefined;
  addresses: readonly string[];
  miningPools: readonly MiningPoolName[];
  /** Undefined without a Lightning graph, or until they are known. */
  lightning?: LightningHits | undefined;
}

/** Returns all result rows in display order. */
export function foundRows(found: FoundThings, place: SearchPlace, text: Text): SearchRow[] {
  const { typed, guesses, typedPrefix, addresses, miningPools, lightning } = found;
  const { label, prefix } = place;
  return [
    ...guessRows(guesses, typed, place, text),
    ...addresses.map((address) => ({
      key: address,
      group: text('search.kind.addresses', { network: label, where: addressSearchScope(place.addressSearch) }),
      text: address,
      prefixLength: typedPrefix?.length,
      to: page.address(prefix, address),
    })),
    ...miningPools.map(({ name, slug }) => ({
      key: `mining-pool ${slug}`,
      group: text('search.kind.pool'),
      text: escapeInvisible(name),
      to: page.miningPool(prefix, slug),
    })),
    ...(lightning === undefined ? [] : lightningRows(lightning, place, text)),
  ];
}

/** Returns rows for Lightning nodes and channels; those that are not in the graph any more are dimmed. */
function lightningRows({ nodes, channels }: LightningHits, { prefix }: SearchPlace, text: Text): SearchRow[] {
  return [
    ...nodes.map(({ public_key, alias, status }) => ({
      key: `node ${public_key}`,
      group: text('search.kind.lightningNode'),
      text: escapeInvisible(alias) || public_key.slice(0, 20),
      note: `${public_key.slice(0, 8)}…${public_key.slice(-6)}`,
      away: status === 0,
      to: lightningPage.node(prefix, public_key),
    })),
    ...channels.map(({ id, short_id, status }) => ({
      key: `channel ${short_id}`,
      group: text('search.kind.lightningChannel'),
      text: short_id,
      note: String(id),
      away: status === 2,
      to: lightningPage.channel(prefix, short_id),
    })),
  ];
}

const labels: Readonly<Record<string, string>> = {
  mainnet: 'Mainnet',
  testnet: 'Testnet',
  testnet4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
  liquid: 'Liquid',
  liquidtestnet: 'Liquid Testnet',
};

/** Returns the name of a network that this site need not serve. */
export const networkLabel = (name: string): string => labels[name] ?? name;

/** Returns rows for the possible meanings of a text, likeliest first. */
function guessRows(guesses: readonly SearchGuess[], typed: string, place: SearchPlace, text: Text): SearchRow[] {
  return guesses.flatMap((guess): SearchRow[] => {
    if (guess.kind === 'secret') return [secretRow(guess, place, text)];
    const row = {
      key: guess.kind,
      group: text(`search.kind.${guess.kind}`, { network: place.label }),
      text: text('search.goTo', { what: guess.kind === 'date' ? `${guess.value} UTC` : shorten(guess.value) }),
      note: guess.note,
    };
    if (guess.kind === 'wallet') return [{ ...row, to: page.walletDesk(place.prefix), wallet: guess.value }];
    if (guess.network !== undefined) return [linkRow(row, guess, place, text)];
    // texts that only the server can resolve are handled by the search page, which redirects
    if (guess.kind !== 'other')
      return [{ ...row, to: target(guess, place) ?? page.search(place.prefix, typed.trim()) }];
    const possible = guess.networks ?? [];
    const served = place.networks.filter((network) => possible.includes(network.name));
    if (served.length > 0)
      return served.map((network) => ({
        ...row,
        key: `${guess.kind} ${network.name}`,
        note: network.label,
        to: page.address(pathOf(network, place.rootNetwork), guess.value),
        network,
      }));
    const network = networkLabel(possible[0] ?? '');
    return [{ ...row, note: text('search.notHere', { network }), away: true, to: undefined }];
  });
}

/** Returns the row of a private key or seed phrase: its target warns about it and shows nothing of it. */
function secretRow({ kind, value }: SearchGuess, { prefix }: SearchPlace, text: Text): SearchRow {
  const row = { key: kind, group: text('search.kind.secret'), text: text('search.secret') };
  return { ...row, to: page.walletDesk(prefix), wallet: value };
}

/** Returns the row of a link to another network. */
function linkRow(row: Option, guess: SearchGuess, place: SearchPlace, text: Text): SearchRow {
  const name = guess.network ?? '';
  const served = place.networks.find((network) => network.name === name);
  if (served === undefined) {
    return { ...row, note: text('search.notHere', { network: networkLabel(name) }), away: true, to: undefined };
  }
  const there = { ...place, prefix: pathOf(served, place.rootNetwork) };
  const to = target(guess, there) ?? page.search(there.prefix, guess.value);
  return { ...row, note: served.label, to, network: served };
}

function target(guess: SearchGuess, { prefix }: SearchPlace): string | undefined {
  if (guess.kind === 'height') return page.block(prefix, guess.value);
  if (guess.kind === 'output') return page.output(prefix, guess.value, guess.vout ?? 0);
  if (guess.kind === 'address' || guess.kind === 'key') return page.address(prefix, guess.value);
  return undefined;
}

const shorten = (value: string): string => (value.length > 24 ? `${value.slice(0, 10)}…${value.slice(-10)}` : value);
