import type { AddressInfo, ServiceWallet, Treasuries, WatchedWallet } from '@glassblock/contract';
import { LRUCache } from 'lru-cache';
import type { WatchedWalletConfig } from '../../config/wallets-config.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import type { WalletList } from '../../sources/wallets/wallet-list.ts';
import { addressHash } from './script-hashes.ts';
import { addressInfo, summary } from './scripts.ts';

/** Answers for the wallets that the operator watches. Errors are those of the history of an address. */
export interface WatchedWallets {
  /** Returns a wallet as JSON; undefined for an unknown name. */
  find(name: string): Promise<string | undefined>;
  /** Returns the names of wallets with an owner, as JSON. */
  names(): string;
  /** Returns a wallet with an owner as the services API has it, as JSON; undefined for any other name. */
  findForServices(name: string): Promise<string | undefined>;
  /** Returns the treasuries as JSON. */
  treasuries(): Promise<string>;
}

/** The newest transactions of an address, and of a wallet for its balances. */
const maxRows = 5_000;
const maxWallets = 200;

/** Creates the answers for the wallets of a network. All requests of a block share their work and their text. */
export function createWatchedWallets(
  context: NetworkContext,
  wallets: Pick<WalletList, 'list'>,
  nowMs: () => number,
): WatchedWallets {
  const perBlock = () => new LRUCache<string, { height: unknown; text: Promise<string> }>({ max: maxWallets });
  const [walletTexts, serviceTexts, balanceTexts] = [perBlock(), perBlock(), perBlock()];

  async function readWallet({ addresses }: WatchedWalletConfig): Promise<WatchedWallet> {
    const wallet: WatchedWallet = {};
    // one after another: a large wallet does not delay other requests
    for (const address of addresses) {
      const hash = addressHash(address, context);
      const info = JSON.parse(String((await addressInfo(context, address, hash)).text)) as AddressInfo;
      const transactions = await summary(context, [hash], { limit: maxRows });
      wallet[address] = { address, stats: info.chain_stats, transactions, lastSync: nowMs() };
    }
    return wallet;
  }

  /** Returns a function that computes its text once per block. */
  function once(texts: ReturnType<typeof perBlock>, key: string, make: () => Promise<string>): Promise<string> {
    const { height } = context.progress();
    const known = texts.get(key);
    if (known !== undefined && known.height === height) return known.text;
    const text = make();
    texts.set(key, { height, text });
    text.catch(() => texts.delete(key));
    return text;
  }

  const keyOf = ({ name, addresses }: WatchedWalletConfig) => `${name} ${addresses.join()}`;
  const walletText = (config: WatchedWalletConfig) =>
    once(walletTexts, keyOf(config), async () => JSON.stringify(await readWallet(config)));
  /** Returns values computed from a wallet, as JSON; the wallet is read once per block. */
  const derived = (
    texts: ReturnType<typeof perBlock>,
    config: WatchedWalletConfig,
    of: (wallet: WatchedWallet) => unknown,
  ) =>
    once(texts, keyOf(config), async () => JSON.stringify(of(JSON.parse(await walletText(config)) as WatchedWallet)));

  /** Wallets without an owner are not listed: a request has to name them. */
  const treasuries = () => wallets.list().filter(isTreasury);

  return {
    async find(name) {
      const config = wallets.list().find((wallet) => wallet.name === name);
      if (config === undefined) return undefined;
      return walletText(config);
    },
    names: () => JSON.stringify(treasuries().map(({ name }) => name)),
    async findForServices(name) {
      const config = treasuries().find((wallet) => wallet.name === name);
      if (config === undefined) return undefined;
      return derived(serviceTexts, config, forServices);
    },
    async treasuries() {
      const rows: string[] = [];
      for (const config of treasuries()) {
        const row: Omit<Treasuries[number], 'balances'> = {
          id: rows.length + 1,
          name: config.treasury,
          wallet: config.name,
          enterprise: '',
          verifiedAddresses: [...config.addresses],
        };
        rows.push(`${JSON.stringify(row).slice(0, -1)},"balances":${await derived(balanceTexts, config, balancesOf)}}`);
      }
      return `[${rows.join()}]`;
    },
  };
}

const isTreasury = (wallet: WatchedWalletConfig): wallet is WatchedWalletConfig & { treasury: string } =>
  wallet.treasury !== undefined;

function forServices(wallet: WatchedWallet): ServiceWallet {
  const entries = Object.entries(wallet).map(([key, { address, stats, transactions }]) => [
    key,
    { address, active: true, stats, transactions },
  ]);
  return Object.fromEntries(entries) as ServiceWallet;
}

/**
 * Returns the balance of a wallet after each of its newest transactions, oldest first: counted back from the present
 * balance, so that it is right without the older ones.
 */
export function balancesOf(wallet: WatchedWallet): { balance: number; time: number }[] {
  const entries = Object.values(wallet);
  let balance = entries.reduce((sum, { stats }) => sum + stats.funded_txo_sum - stats.spent_txo_sum, 0);
  const rows = entries
    .flatMap(({ transactions }) => transactions)
    .sort((a, b) => b.height - a.height || (b.tx_position ?? 0) - (a.tx_position ?? 0));
  const balances: { balance: number; time: number }[] = [];
  let last: string | undefined;
  for (const { txid, value, time } of rows.slice(0, maxRows)) {
    // a transaction between two addresses of the wallet has a row of each
    if (txid !== last) balances.push({ balance, time });
    last = txid;
    balance -= value;
  }
  return balances.reverse();
}
