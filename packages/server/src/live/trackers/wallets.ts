import { type NetworkRow, scriptHashHex } from '@glassblock/primitives';
import type { WatchedWalletConfig } from '../../config/wallets-config.ts';
import type { WalletList } from '../../sources/wallets/wallet-list.ts';
import { scriptOfText } from '../messages/script-of-text.ts';
import { type FramePart, jsonList } from '../sending/json-text.ts';
import type { Session } from '../sending/session.ts';
import type { Topics } from '../topics.ts';
import type { Tracker } from '../tracker.ts';
import { type MarkedScripts, scriptMark } from './script-marks.ts';

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
  let known: WalletScripts | undefined;
  const scripts = () => {
    const list = wallets.list();
    if (known?.list !== list) known = scriptsOf(list, network);
    return known;
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
    async onBlock(block, outbox) {
      if (topic.size === 0) return;
      /** Positions of the transactions of each wallet. */
      const found = new Map<string, number[]>();
      const { namesByScript, marks } = scripts();
      await block.eachScript(marks, (hash, position) => {
        for (const name of namesByScript.get(hash) ?? []) {
          if (!topic.has(name)) continue;
          const list = found.get(name);
          if (list === undefined) found.set(name, [position]);
          else if (list.at(-1) !== position) list.push(position);
        }
      });
      for (const name of topic.keys()) {
        const txs = (found.get(name) ?? []).map((position) => block.tx(position).json);
        const message: FramePart = { 'wallet-transactions': jsonList(txs) };
        for (const session of topic.sessionsOf(name)) outbox.put(session, message);
      }
    },
  };
}

/** The scripts of a list of wallets. */
interface WalletScripts {
  readonly list: readonly WatchedWalletConfig[];
  /** Names of wallets by the hash of their scripts; an address may be in several. */
  readonly namesByScript: ReadonlyMap<string, string[]>;
  readonly marks: MarkedScripts;
}

function scriptsOf(list: readonly WatchedWalletConfig[], network: NetworkRow): WalletScripts {
  const namesByScript = new Map<string, string[]>();
  const marks = new Set<number>();
  for (const { name, addresses } of list)
    for (const address of addresses) {
      const script = scriptOfText(address, network);
      if (script === undefined) continue;
      marks.add(scriptMark(script));
      const hash = scriptHashHex(script);
      const known = namesByScript.get(hash);
      if (known === undefined) namesByScript.set(hash, [name]);
      else known.push(name);
    }
  return { list, namesByScript, marks };
}
