import { type Acceleration, type ClientCommand, socketLimits } from '@glassblock/contract';
import { fromHex, type NetworkRow, scriptHashHex } from '@glassblock/primitives';
import type { Feeds } from './feeds.ts';
import { scriptOfText } from './messages/script-of-text.ts';
import { type FramePart, frameOf, partOf } from './sending/json-text.ts';
import type { Session } from './sending/session.ts';
import type { LightningTracker } from './trackers/lightning.ts';
import type { ManyTxsTracker } from './trackers/many-txs.ts';
import type { MempoolDeltaTracker } from './trackers/mempool-deltas.ts';
import type { OneTxTracker } from './trackers/one-tx.ts';
import type { ProjectedBlockTracker } from './trackers/projected-block.ts';
import type { ReplacementTracker } from './trackers/replacements.ts';
import type { ScriptCommand } from './trackers/script-event.ts';
import { scriptMark } from './trackers/script-marks.ts';
import type { FollowedScript, ScriptTracker } from './trackers/scripts.ts';
import type { StratumTracker } from './trackers/stratum.ts';
import type { WalletTracker } from './trackers/wallets.ts';

/** The trackers of a hub. */
export interface Trackers {
  oneTx: OneTxTracker;
  txList: ManyTxsTracker;
  scripts: ScriptTracker;
  projectedBlock: ProjectedBlockTracker;
  replacements: ReplacementTracker;
  mempoolDeltas: MempoolDeltaTracker;
  lightning: LightningTracker;
  wallets: WalletTracker;
  stratum: StratumTracker;
}

/** Parts that commands use. */
export interface CommandParts {
  network: NetworkRow;
  /** Whether the network has a Lightning graph. */
  hasLightning(): boolean;
  /** Returns the active accelerations. */
  accelerations(): readonly Acceleration[];
  feeds: Feeds;
  trackers: Trackers;
  /** Maximum addresses or scripts of one command. */
  maxTrackedScripts: number;
}

/**
 * Handles the commands of one frame in order: their answers are sent as one frame at the end, except those that must be
 * separate frames.
 */
export type CommandRunner = (session: Session, commands: readonly ClientCommand[]) => Promise<void>;

/** @returns a runner that handles the commands of one session sequentially, of many sessions concurrently */
export function createCommandRunner(parts: CommandParts): CommandRunner {
  const { feeds, maxTrackedScripts } = parts;
  return async (session, commands) => {
    const reply: FramePart = {};
    const sendReply = () => {
      const frame = frameOf([reply]);
      if (frame !== undefined) session.send(frame);
    };
    for (const command of commands) {
      if (!session.isOpen) return;
      const refusal = refusalOf(command, maxTrackedScripts);
      if (refusal !== undefined) {
        await answer(parts, session, stopOf(command));
        Object.assign(reply, refusal);
        if (command.type !== 'track-txs') continue;
        sendReply();
        return session.close();
      }
      if (command.type === 'init') {
        const start = await feeds.startObject();
        if (start === undefined) return;
        session.send(start);
      }
      Object.assign(reply, await answer(parts, session, command));
    }
    sendReply();
  };
}

/** Returns the error of a rejected command, in the text that clients know; undefined for an accepted one. */
function refusalOf(command: ClientCommand, maxTrackedScripts: number): FramePart | undefined {
  const tooMany = (what: string) =>
    `too many ${what} requested, this connection supports tracking a maximum of ${maxTrackedScripts} ${what}`;
  switch (command.type) {
    case 'track-txs': {
      const { trackedTxs } = socketLimits;
      if (command.txids === undefined) return partOf({ 'track-txs-error': 'incorrect track-txs format' });
      if (command.txids.length <= trackedTxs) return undefined;
      const words = `too many txids requested, this connection supports tracking a maximum of ${trackedTxs} transactions`;
      return partOf({ 'track-txs-error': words });
    }
    case 'track-addresses':
      if (command.addresses.length <= maxTrackedScripts) return undefined;
      return partOf({ 'track-addresses-error': tooMany('addresses') });
    case 'track-scriptpubkeys':
      if (command.scripts.length <= maxTrackedScripts) return undefined;
      return partOf({ 'track-scriptpubkeys-error': tooMany('scriptpubkeys') });
    case 'track-lightning': {
      const { trackedLightning } = socketLimits;
      if (command.followed === undefined || command.followed.length <= trackedLightning) return undefined;
      const words = `too many nodes and channels requested, this connection supports tracking a maximum of ${trackedLightning}`;
      return partOf({ 'track-lightning-error': words });
    }
    default:
      return undefined;
  }
}

/** Handles one command, and returns its reply. */
async function answer(parts: CommandParts, session: Session, command: ClientCommand): Promise<FramePart> {
  const { feeds, trackers } = parts;
  switch (command.type) {
    case 'want':
      return feeds.want(session, command.feeds);
    case 'refresh-blocks':
      return feeds.newestBlocks();
    case 'track-tx':
      return trackers.oneTx.follow(session, command.txid, command.watchMempool);
    case 'track-txs':
      return trackers.txList.follow(session, command.txids ?? []);
    case 'track-address':
    case 'track-addresses':
    case 'track-scriptpubkeys':
      await trackers.scripts.follow(session, command.type, scriptsOf(command, parts.network));
      return {};
    case 'track-mempool-block':
      await trackers.projectedBlock.follow(session, command.index);
      return {};
    case 'track-lightning':
      if (!parts.hasLightning()) return partOf({ 'track-lightning-error': 'Lightning is not enabled' });
      trackers.lightning.follow(session, command.followed ?? []);
      return {};
    case 'track-rbf':
      return trackers.replacements.followTrees(session, command.mode);
    case 'track-rbf-summary':
      return trackers.replacements.followSummary(session, command.on);
    case 'track-accelerations':
      // changes are sent to every session
      return command.on ? partOf({ accelerations: { accelerations: [...parts.accelerations()] } }) : {};
    case 'ping':
      return partOf({ pong: true });
    case 'track-mempool-txids':
      trackers.mempoolDeltas.follow(session, 'txids', command.on);
      return {};
    case 'track-mempool':
      trackers.mempoolDeltas.follow(session, 'transactions', command.on);
      return {};
    case 'historical-date':
      return feeds.lookBack(session, command.time);
    case 'init':
      return feeds.besideStart();
    case 'track-wallet':
      trackers.wallets.follow(session, command.name);
      return {};
    case 'track-stratum':
      return trackers.stratum.follow(session, command.pool);
    case 'track-asset':
    case 'track-donation':
    case 'watch-accelerations':
      // networks without assets, no source of invoices, and a command of another socket
      return {};
  }
}

/** Returns the scripts of a command, without texts that are not an address of this network. */
function scriptsOf(command: Extract<ClientCommand, { type: ScriptCommand }>, network: NetworkRow): FollowedScript[] {
  if (command.type === 'track-scriptpubkeys') {
    return command.scripts.map((label) => followedScript(fromHex(label), label));
  }
  const single = command.type === 'track-address' ? command.address : undefined;
  const texts = command.type === 'track-addresses' ? command.addresses : single === undefined ? [] : [single];
  return texts.flatMap((label) => {
    const script = scriptOfText(label, network);
    return script === undefined ? [] : [followedScript(script, label)];
  });
}

const followedScript = (script: Uint8Array, label: string): FollowedScript => ({
  hash: scriptHashHex(script),
  mark: scriptMark(script),
  label,
});

/** Returns the command that ends what a rejected one would have started. */
function stopOf(command: ClientCommand): ClientCommand {
  switch (command.type) {
    case 'track-txs':
      return { ...command, txids: [] };
    case 'track-addresses':
      return { ...command, addresses: [] };
    case 'track-scriptpubkeys':
      return { ...command, scripts: [] };
    case 'track-lightning':
      return { ...command, followed: [] };
    default:
      return command;
  }
}
