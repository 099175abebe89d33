import { backOffMs, CodedError, isCoded } from '@glassblock/primitives';
import { channelBetween } from '../graph/gossip.ts';
import { type Graph, maxSources } from '../graph/graph.ts';
import { badAnswer } from './json-elements.ts';
import type { LightningSource, SourceInfo } from './source.ts';

/** State of a source. */
export interface SourceState {
  readonly name: string;
  state: 'connecting' | 'ready' | 'failed';
  /** The error in one sentence; undefined unless failed. */
  message: string | undefined;
  code: string | undefined;
  info: SourceInfo | undefined;
  /** Nodes and channels of its last complete graph. */
  nodeCount: number;
  channelCount: number;
  /** Unix milliseconds of its last complete graph. */
  readAtMs: number | undefined;
}

/** Options of the follower. */
export interface FollowSourcesOptions {
  graph: Graph;
  sources: readonly LightningSource[];
  /** Name of the explorer's network, with which those of the sources must agree. */
  network: string;
  nowMs(): number;
  /** The first graphs are read after this; absent: at once. */
  startAfter?: Promise<unknown> | undefined;
  /** Resolves after a time, or early when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** Returns a signal that ends the reading of a whole graph; every ten minutes another one is due. */
  deadline(): AbortSignal;
  /** A complete graph or an update was read. */
  onChange(): void;
  onState(state: SourceState): void;
  /** Called on a bug. */
  onUnexpectedError(error: unknown): void;
}

/** The running sources. */
export interface FollowedSources {
  readonly states: readonly Readonly<SourceState>[];
  stop(): Promise<void>;
}

/** A whole graph is read again after this time. */
export const refreshMs = 600_000;
/** Pauses after a failure or an empty graph. */
const retry = { firstMs: 10_000, maxMs: refreshMs };

/** Reads the graphs of all sources into one, repeatedly, and their updates in between. */
export function followSources(options: FollowSourcesOptions): FollowedSources {
  const { sources } = options;
  if (sources.length > maxSources) throw new Error(`more than ${maxSources} sources`);
  const stopping = new AbortController();
  const states = sources.map(
    ({ name }): SourceState => ({
      name,
      state: 'connecting',
      message: undefined,
      code: undefined,
      info: undefined,
      nodeCount: 0,
      channelCount: 0,
      readAtMs: undefined,
    }),
  );
  const running = sources.map((source, number) =>
    followOne(options, source, number, states[number]!, stopping.signal).catch(options.onUnexpectedError),
  );
  return {
    states,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function followOne(
  options: FollowSourcesOptions,
  source: LightningSource,
  number: number,
  state: SourceState,
  stopped: AbortSignal,
): Promise<void> {
  if (options.startAfter !== undefined) {
    const aborted = new Promise<void>((resolve) => stopped.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([options.startAfter, aborted]);
  }
  let failures = 0;
  /** Times in a row that the updates have ended early: each is followed by a whole graph. */
  let breaks = 0;
  while (!stopped.aborted) {
    try {
      await readInTime(options, source, number, state, stopped);
      Object.assign(state, { state: 'ready', message: undefined, code: undefined, readAtMs: options.nowMs() });
      failures = breaks;
      breaks++;
      options.onChange();
      options.onState(state);
      await followUpdates(options, source, number, stopped);
      breaks = 0;
    } catch (error) {
      if (stopped.aborted) return;
      if (!isCoded(error)) throw error;
      failures++;
      Object.assign(state, { state: 'failed', message: error.message, code: error.code });
      options.onState(state);
      await options.pause(backOffMs(failures, retry), stopped);
    }
  }
}

/**
 * Reads a whole graph within the time of a refresh: a source that sends single bytes at intervals would never end it.
 * @throws {CodedError} lightning.unreachable when it takes longer
 */
async function readInTime(
  options: FollowSourcesOptions,
  source: LightningSource,
  number: number,
  state: SourceState,
  stopped: AbortSignal,
): Promise<void> {
  const deadline = options.deadline();
  try {
    await readWhole(options, source, number, state, AbortSignal.any([stopped, deadline]));
  } catch (error) {
    if (!deadline.aborted) throw error;
    const message = `${source.name} has not sent its graph within ten minutes.`;
    throw new CodedError('lightning.unreachable', message, { cause: error });
  }
}

async function readWhole(
  { graph, network, nowMs }: FollowSourcesOptions,
  source: LightningSource,
  number: number,
  state: SourceState,
  signal: AbortSignal,
): Promise<void> {
  state.info = await source.info(signal);
  if (state.info.network !== network) {
    const message = `${source.name} follows ${state.info.network || 'an unknown network'}, not ${network}.`;
    throw new CodedError('lightning.other-network', message);
  }
  const snapshot = graph.beginSnapshot(number);
  let nodeCount = 0;
  let channelCount = 0;
  await source.readGraph(
    {
      node(node) {
        if (++nodeCount > graphLimits.nodes) throw tooLarge('nodes');
        snapshot.node(plausible(node, nowMs()));
      },
      channel(channel) {
        if (++channelCount > graphLimits.channels) throw tooLarge('channels');
        checkSize(graph);
        const [first, second] = channel.policies.map((policy) => policy && plausible(policy, nowMs()));
        snapshot.channel({ ...channel, policies: [first, second] });
      },
    },
    signal,
  );
  // a node that has just started has no graph yet: its last graph stays
  if (channelCount === 0) throw new CodedError('lightning.empty-graph', `${source.name} has no graph yet.`);
  snapshot.finish();
  Object.assign(state, { nodeCount, channelCount });
}

/** Far more than the network has ever had: nodes and channels that were reported once stay in memory. */
const graphLimits = { nodes: 500_000, channels: 2_000_000 } as const;

const tooLarge = (what: string) => badAnswer(`too many ${what}`);

function checkSize({ nodes, channels }: Graph): void {
  if (nodes.count > graphLimits.nodes) throw tooLarge('nodes');
  if (channels.count > graphLimits.channels) throw tooLarge('channels');
}

const maxAheadSeconds = 86_400;
/** Older than every real update. */
const oldest = 1;

/** Resets a time in the future, which would hide all later announcements. */
function plausible<A extends { updatedAt: number }>(announcement: A, nowMs: number): A {
  return announcement.updatedAt > nowMs / 1_000 + maxAheadSeconds
    ? { ...announcement, updatedAt: oldest }
    : announcement;
}

/** Reads updates until the next whole graph is due, or pauses if the source has none. */
async function followUpdates(
  { graph, onChange, pause, nowMs }: FollowSourcesOptions,
  source: LightningSource,
  number: number,
  stopped: AbortSignal,
): Promise<void> {
  const isDone = new AbortController();
  const signal = AbortSignal.any([stopped, isDone.signal]);
  const due = pause(refreshMs, signal).then(() => isDone.abort());
  try {
    await source.follow?.(
      {
        node(node) {
          checkSize(graph);
          graph.upsertNode(plausible(node, nowMs()), number);
          onChange();
        },
        policy(id, keys, side, policy) {
          checkSize(graph);
          const known = plausible(policy, nowMs());
          const [first, second] = keys.map((key, each) => ({ key, policy: each === side ? known : undefined }));
          graph.upsertChannel(channelBetween(id, first!, second!), number);
          onChange();
        },
        closed(id) {
          graph.removeChannel(id, number);
          onChange();
        },
      },
      signal,
    );
    if (source.follow !== undefined && !signal.aborted) {
      throw new CodedError('lightning.unreachable', `${source.name} ended the connection.`);
    }
    await due;
  } catch (error) {
    if (isDone.signal.aborted && !stopped.aborted) return;
    if (!isCoded(error, 'lightning.bad-answer')) throw error;
    // this version has no such stream: only whole graphs are read
    await due;
  } finally {
    isDone.abort();
  }
}
