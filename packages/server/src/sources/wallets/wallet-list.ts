import type { NetworkRow } from '@glassblock/primitives';
import { eachInSlices } from '../../concurrency/slices.ts';
import { isAddress, type WatchedWalletConfig } from '../../config/wallets-config.ts';
import type { Fetcher } from '../accelerations/acceleration-source.ts';
import { boundedJson } from '../bounded-json.ts';

/** Wallets that are watched: those of the configuration, and those of a relay. */
export interface WalletList {
  /** Returns all of them; the same array until they change. */
  list(): readonly WatchedWalletConfig[];
  stop(): void;
}

/** Wallets of the configuration alone. */
export const fixedWallets = (wallets: readonly WatchedWalletConfig[]): WalletList => ({
  list: () => wallets,
  stop: () => undefined,
});

const timeoutMs = 10_000;
/** Interval of requests for a wallet of a relay. */
const refreshMs = 300_000;
const maxListBytes = 1_000_000;
/** Histories of wallets come along with their addresses. */
const maxWalletBytes = 20_000_000;
const maxWallets = 200;
const maxAddresses = 5_000;

/** Options of a relay. */
export interface RelayOptions {
  /** `https://host/api/v1/services`, without a trailing slash. */
  base: string;
  /** Wallets of the configuration; their names come first. */
  own: readonly WatchedWalletConfig[];
  network: NetworkRow;
  fetcher: Fetcher;
  onFailure(error: unknown): void;
}

/**
 * Follows the wallets of a services backend of mempool.space's kind: names, addresses and owners. Balances are those of
 * our own index. Wallets that cannot be read keep their addresses.
 */
export function followWallets(options: RelayOptions): WalletList {
  let wallets: readonly WatchedWalletConfig[] = options.own;
  const refresh = async () => {
    try {
      const next = await readRelay(options, wallets);
      if (JSON.stringify(next) !== JSON.stringify(wallets)) wallets = next;
    } catch (error) {
      options.onFailure(error);
    }
  };
  void refresh();
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  return { list: () => wallets, stop: () => clearInterval(timer) };
}

/** Returns the wallets of a relay after the own ones. @param known result of the last reading */
export async function readRelay(
  { base, own, network, fetcher, onFailure }: RelayOptions,
  known: readonly WatchedWalletConfig[],
): Promise<WatchedWalletConfig[]> {
  const ask = async (path: string, maxBytes: number) =>
    boundedJson(
      await fetcher(`${base}/${path}`, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }),
      maxBytes,
    );
  const names = namesIn(await ask('wallets', maxListBytes));
  const owners = ownersIn(await ask('treasuries', maxWalletBytes));
  const wallets = [...own];
  let left = maxAddresses;
  for (const name of names) {
    if (wallets.length >= maxWallets) break;
    if (wallets.some((wallet) => wallet.name === name)) continue;
    let addresses: readonly string[];
    try {
      const answer = await ask(`wallets/${encodeURIComponent(name)}`, maxWalletBytes);
      addresses = await addressesIn(answer, network);
    } catch (error) {
      onFailure(error);
      addresses = known.find((wallet) => wallet.name === name)?.addresses ?? [];
    }
    // the balance of a part would be wrong
    if (addresses.length === 0 || addresses.length > left) continue;
    left -= addresses.length;
    wallets.push({ name, addresses, treasury: owners.get(name) });
  }
  return wallets;
}

const isName = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z0-9_-]{1,60}$/.test(name);

/** @throws {Error} for another form */
function namesIn(answer: unknown): string[] {
  if (!Array.isArray(answer)) throw new Error('the list of wallets has another form');
  return [...new Set(answer.filter(isName))].slice(0, maxWallets);
}

/** Returns the owner of each wallet. @throws {Error} for another form */
function ownersIn(answer: unknown): Map<string, string> {
  if (!Array.isArray(answer)) throw new Error('the list of treasuries has another form');
  const owners = new Map<string, string>();
  for (const row of answer.slice(0, maxWallets)) {
    const { wallet, name } = (row ?? {}) as { wallet?: unknown; name?: unknown };
    if (isName(wallet) && typeof name === 'string' && name !== '') owners.set(wallet, name.slice(0, 100));
  }
  return owners;
}

/**
 * Returns the addresses of a wallet; holdings off the chain are none.
 * @throws {Error} for another form, and for more members than addresses of all wallets
 */
async function addressesIn(answer: unknown, network: NetworkRow): Promise<string[]> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new Error('a wallet has another form');
  const members = Object.keys(answer);
  if (members.length > maxAddresses) throw new Error(`a wallet has more than ${maxAddresses} addresses`);
  const addresses: string[] = [];
  // a text that is no address takes a twentieth of a millisecond
  await eachInSlices(members, (member) => {
    if (isAddress(member, network)) addresses.push(member);
  });
  return addresses;
}
