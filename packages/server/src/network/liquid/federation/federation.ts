import type { ElementsView } from '@glassblock/index/elements';
import { coalesceRuns, fromHex, isCoded, type NetworkRow, toHex } from '@glassblock/primitives';
import type { AssetId } from '@glassblock/primitives/elements';
import { createFederationThread } from '../../../threads/federation-thread.ts';
import type { ChainContext } from '../../chain/chain-context.ts';
import { withChain } from '../../chain/chain-reader.ts';
import type { IndexProgress } from '../../chain/index/index-progress.ts';
import type { MempoolContext } from '../../mempool-context.ts';
import type { NodeContext } from '../../node-context.ts';
import { type AuditMemory, auditBoth, type BothChains } from './audit-both.ts';
import type { AuditProgress, FederationContext, FederationReport } from './federation-context.ts';
import { createParentTxCache } from './parent-chain.ts';

/** The network that a Liquid network is pegged to, in the same process. */
export interface ParentNetwork extends ChainContext, Pick<MempoolContext, 'frame'>, Pick<NodeContext, 'client'> {
  readonly network: NetworkRow;
}

/** Options of the audit. */
export interface FederationOptions {
  parent: ParentNetwork;
  /** Runs work on one view of the Liquid index. */
  withView<T>(work: (view: ElementsView) => Promise<T>): Promise<T>;
  /** Progress of the Liquid index. */
  progress(): IndexProgress;
  nativeAsset(): AssetId;
  /** Scripts that the node of the side chain reports, hex; undefined until it has answered. */
  nodeScripts(): readonly string[] | undefined;
  cacheBytes: number;
  /** Waits; ends early when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  nowMs(): number;
  /** Called with the figures of each audit, before requests get them. */
  onReport(report: FederationReport): Promise<void>;
  /** Called when an audit has failed. */
  onFailure(error: unknown): void;
  /** Called on unexpected errors. */
  onFatal(error: unknown): void;
}

/** The running audit. */
export interface Federation extends FederationContext {
  /** A chain has changed, or an index or a node. */
  wake(): void;
  /** Ends after the current audit. */
  stop(): Promise<void>;
}

/** Audits take at most a twentieth of the time, as long as one takes less than three seconds. */
const restRatio = 20;
const minRestMs = 1_000;
const maxRestMs = 60_000;
const retryMs = 10_000;

/** Starts the audit of the federation: again whenever one of the chains has another tip. */
export function startFederation(options: FederationOptions): Federation {
  const { parent } = options;
  const finder = createFederationThread();
  const memory: AuditMemory = {
    txs: createParentTxCache(options.cacheBytes),
    scripts: new Map(),
    unknown: new Map(),
    finder,
  };
  let report: FederationReport | undefined;
  /** Inputs of the report. */
  let audited: string | undefined;
  let progress: AuditProgress = waiting('Waiting for the indexes of both chains.');
  const stopping = new AbortController();

  async function audit(): Promise<void> {
    const reason = waitsFor(options);
    if (reason !== undefined) {
      progress = waiting(reason);
      return;
    }
    if (report === undefined) progress = { state: 'running', sentence: 'The first audit is running.' };
    try {
      const next = await options.withView((view) =>
        withChain(parent, async (chain) => {
          const nodeScripts = options.nodeScripts()!.map(fromHex);
          const chains = { view, parent: chain, nativeAsset: options.nativeAsset(), nodeScripts };
          const inputs = inputsOf(chains);
          return { inputs, result: inputs === audited ? report! : await auditBoth(chains, memory) };
        }),
      );
      if (next === undefined) return;
      const { inputs, result } = next;
      if (result !== report) await options.onReport(result);
      [report, audited] = [result, inputs];
      progress = { state: 'ready', sentence: sentenceOf(result) };
    } catch (error) {
      if (!isCoded(error)) throw error;
      if (stopping.signal.aborted) return;
      progress = { state: 'failed', sentence: `The audit failed: ${error.message}. It will be repeated.` };
      options.onFailure(error);
    }
  }

  const runs = coalesceRuns(async () => {
    if (stopping.signal.aborted) return;
    try {
      const startMs = options.nowMs();
      await audit();
      const restMs = Math.min(maxRestMs, Math.max(minRestMs, restRatio * (options.nowMs() - startMs)));
      if (progress.state === 'failed') wake();
      await options.sleep(progress.state === 'failed' ? Math.max(retryMs, restMs) : restMs, stopping.signal);
    } catch (error) {
      options.onFatal(error);
    }
  });
  const wake = () => void runs.request();

  return {
    progress: () => progress,
    report: () => report,
    parent: {
      async chain() {
        try {
          const info = (await parent.client.rpc('getblockchaininfo')) as { blocks?: unknown; headers?: unknown };
          const { blocks, headers } = info;
          return typeof blocks === 'number' && typeof headers === 'number' ? { blocks, headers } : undefined;
        } catch (error) {
          if (isCoded(error)) return undefined;
          throw error;
        }
      },
      nextBlockFeeRate: () => parent.frame().fees?.whole.fastestFee ?? 1,
    },
    wake,
    async stop() {
      stopping.abort();
      await finder.close();
      await runs.settled();
    },
  };
}

/** Everything that a report depends on, as a text. */
const inputsOf = ({ view, parent, nativeAsset, nodeScripts }: BothChains): string =>
  [view.tip?.hash, parent.view.tip?.hash, nativeAsset, ...nodeScripts]
    .map((bytes) => (bytes === undefined ? '' : toHex(bytes)))
    .join(' ');

const waiting = (sentence: string): AuditProgress => ({ state: 'waiting', sentence });

/** Why no audit can run now. */
function waitsFor({ parent, progress, nodeScripts }: FederationOptions): string | undefined {
  if (!progress().synced) return 'Waiting for the index of this chain.';
  if (!parent.progress().synced) return `Waiting for the index of ${parent.network.label}.`;
  if (nodeScripts() === undefined) return 'Waiting for the node of this chain.';
  return undefined;
}

function sentenceOf({ block, parentBlock, audit }: FederationReport): string {
  const sentence = `Audited to block ${block.height}, and block ${parentBlock.height} of the parent chain.`;
  const { missing, unknownScripts } = audit;
  const notes = [
    missing.length === 0 ? '' : ` ${missing.length} claimed deposits are not in that chain.`,
    unknownScripts.length === 0 ? '' : ` ${unknownScripts.length} deposits have an unknown federation script.`,
  ];
  return sentence + notes.join('');
}
