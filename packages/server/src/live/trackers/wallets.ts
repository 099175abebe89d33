import type { TxExt } from '@glassblock/contract';
import type { NetworkRow } from '@glassblock/primitives';
import { eachInSlices } from '../../concurrency/slices.ts';
import type { WatchedWalletConfig } from '../../config/wallets-config.ts';
import type { WalletList } from '../../sources/wallets/wallet-list.ts';
import { scriptHashOfText } from '../messages/script-of-text.ts';
import { type FramePart, type Json, jsonList } from '../sending/json-text.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';

/**
 * `track-wallet`: the transactions of each block that spend from or pay to a wallet of the operator, also when there are
 * none, so that clients know that the block is complete. The cost of a block does not depend on the number of wallets.
 */
export interface WalletTracker extends Tracker {
  /** Replaces the wallet of a session; an unknown or missing name: stop. */
  follow(session: Session, name: string | undefined): void;
}

/** Creates the tracker for the wallets of a network. */
export function createWalletTracker(
  network: NetworkRow,
  wallets: Pick<WalletList, 'list'>,
  topics: Topics,
): WalletTracker {
  const topic = topics.create<string>();
  let known: { list: readonly WatchedWalletConfig[]; namesByScript: ReadonlyMap<string, string[]> } | undefined;
  const scripts = () => {
    const list = wallets.list();
    if (known?.list !== list) known = { list, namesByScript: scriptsOf(list, network) };
    return known.namesByScript;
  };
  return {
    needsTxs: false,
    get needsBlocks() {
      return topic.size > 0;
    },
    waitsForBlock: (session) => topic.isFollowedBy(session),
    follow(session, name) {
      topic.clear(session);
      if (wallets.list().some((wallet) => wallet.name === name)) topic.subscribe(session, name!, undefined);
    },
    async onBlock({ txs }, outbox) {
      if (topic.size === 0) return;
      const found = new Map<string, Json<TxExt>[]>();
      const namesByScript = scripts();
      await eachInSlices(txs, (tx) => {
        for (const name of walletsOf(tx.scripts, namesByScript)) {
          if (!topic.has(name)) continue;
          const list = found.get(name);
          if (list === undefined) found.set(name, [tx.json]);
          else list.push(tx.json);
        }
      });
      for (const name of topic.keys()) {
        const message: FramePart = { 'wallet-transactions': jsonList(found.get(name) ?? []) };
        for (const session of topic.sessionsOf(name)) outbox.put(session, message);
      }
    },
  };
}

/** Returns the names of wallets by the hash of their scripts; an address may be in several. */
function scriptsOf(wallets: readonly WatchedWalletConfig[], network: NetworkRow): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { name, addresses } of wallets)
    for (const address of addresses) {
      const hash = scriptHashOfText(address, network);
      if (hash === undefined) continue;
      const known = names.get(hash);
      if (known === undefined) names.set(hash, [name]);
      else known.push(name);
    }
  return names;
}

/** Returns the wallets of a transaction, each once. */
function walletsOf(scripts: ReadonlySet<string>, namesByScript: ReadonlyMap<string, readonly string[]>): Set<string> {
  const names = new Set<string>();
  for (const hash of scripts) for (const name of namesByScript.get(hash) ?? []) names.add(name);
  return names;
}
