import type { AddressInfo, Treasuries, WatchedWallet } from '@glassblock/contract';
import { LRUCache } from 'lru-cache';
import type { WatchedWalletConfig } from '../../config/wallets-config.ts';
import type { NetworkContext } from '../../network/network-context.ts';
import { addressHash } from './script-hashes.ts';
import { addressInfo, summary } from './scripts.ts';

/** Answers for the wallets that the operator watches. Errors are those of the history of an address. */
export interface WatchedWallets {
  /** Returns a wallet; undefined for an unknown name. */
  find(name: string): Promise<WatchedWallet | undefined>;
  treasuries(): Promise<Treasuries>;
}

/** The newest transactions of an address, and of a wallet for its balances. */
const maxRows = 5_000;
/** Wallets are read once for each block. */
const maxWallets = 200;

/** Creates the answers for the wallets of a network. */
export function createWatchedWallets(
  context: NetworkContext,
  wallets: readonly WatchedWalletConfig[],
  nowMs: () => number,
): WatchedWallets {
  const byName = new Map(wallets.map((wallet) => [wallet.name, wallet]));
  const read = new LRUCache<string, { height: number | null | undefined; wallet: Promise<WatchedWallet> }>({
    max: maxWallets,
  });

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

  function cached(config: WatchedWalletConfig): Promise<WatchedWallet> {
    const { height } = context.progress();
    const known = read.get(config.name);
    if (known !== undefined && known.height === height) return known.wallet;
    const wallet = readWallet(config);
    read.set(config.name, { height, wallet });
    wallet.catch(() => read.delete(config.name));
    return wallet;
  }

  return {
    async find(name) {
      const config = byName.get(name);
      return config === undefined ? undefined : cached(config);
    },
    async treasuries() {
      const answer: Treasuries = [];
      for (const config of wallets) {
        if (config.treasury === undefined) continue;
        answer.push({
          id: answer.length + 1,
          name: config.treasury,
          wallet: config.name,
          enterprise: '',
          verifiedAddresses: [...config.addresses],
          balances: balancesOf(await cached(config)),
        });
      }
      return answer;
    },
  };
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
