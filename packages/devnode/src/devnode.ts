import { randomBytes } from 'node:crypto';
import { type NetworkRow, networks } from '@glassblock/primitives';
import { type Commands, createCommands } from './commands.ts';
import { createElementsNode, type ElementsNode, type ElementsNodeOptions } from './elements/elements-node.ts';
import { Faults } from './faults.ts';
import { LightningCourse } from './lightning/lightning-course.ts';
import { createLightningNodes } from './lightning/lightning-nodes.ts';
import { createNodeServers } from './node-servers.ts';
import { type ProfileName, profiles } from './profiles.ts';
import { RpcError, rpcCode } from './rpc/rpc-error.ts';
import { bodiesInFiles, bodiesInMemory } from './state/block-bodies.ts';
import { courseBits } from './state/difficulty-course.ts';
import { type NodeEvent, NodeState } from './state/node-state.ts';
import { createKeyring, type Keyring } from './traffic/keyring.ts';
import { createMainnetCourse } from './traffic/mainnet/mainnet-course.ts';
import { RandomSource } from './traffic/random-source.ts';
import { createSimulation, type Simulation } from './traffic/simulation.ts';

/** Options of a simulated node. */
export interface DevnodeOptions {
  /** The node that it simulates. */
  profile: ProfileName;
  /** Same seed, clock and calls: same bytes. */
  seed: number;
  /** True: transactions and blocks keep arriving. False: changes on command only. */
  live: boolean;
  /** Blocks at the start; default 160. */
  blocks?: number;
  /** Mean time between the blocks of the start; default 600. */
  pastBlockSeconds?: number;
  /** Transactions in the mempool at the start and on average; default 4000. */
  mempoolSize?: number;
  /** Default 30. */
  meanBlockSeconds?: number;
  /** Default 6. */
  txPerSecond?: number;
  rpcUser?: string;
  rpcPassword?: string;
  /** Default 127.0.0.1. */
  host?: string;
  /** 0 or absent: a free port. */
  rpcPort?: number;
  zmqPort?: number;
  /** Milliseconds since 1970; default: the system clock. */
  clock?: () => number;
  /** A network whose first block is regtest's; default `demo`. */
  network?: NetworkRow;
  /**
   * `mainnet`: a chain of thousands of blocks with difficulty adjustments, full blocks and drifting fee rates; `blocks`
   * and `txPerSecond` are not used. Default: a small chain of varied blocks.
   */
  course?: 'varied' | 'mainnet';
  /** A simulated Lightning network on this chain, served like lnd's REST API; with the course `mainnet` only. */
  lightning?: { nodeCount: number; channelCount: number };
  /** A simulated Elements node whose chain is pegged to this one. */
  elements?: Pick<ElementsNodeOptions, 'network' | 'meanBlockSeconds' | 'isPastUnfinished'>;
  /** Bytes of stored blocks; older bodies are dropped, as on a pruned node. Default 384 MiB. */
  maxChainBytes?: number;
  /** Newest blocks whose bodies are retained regardless of their size; default 288, as in Core. */
  minChainBodies?: number;
  /** Keeps bodies in files of the temporary directory instead of memory. */
  hasBodiesInFiles?: boolean;
}

/** A simulated node. */
export interface Devnode {
  /** `http://user:password@host:port`, once started. */
  readonly rpcUrl: string;
  /** Address of all ZMQ topics. */
  readonly zmqUrl: string;
  /** `http://host:port` of the simulated lnd; undefined without a Lightning network. */
  readonly lndUrl: string | undefined;
  /** The simulated Elements node; undefined without. */
  readonly elements: ElementsNode | undefined;
  readonly commands: Commands;
  /** Chain and mempool, to compare answers with. Read only: change them by commands. */
  readonly state: NodeState;
  /** Subscribes to all events from now on, in order. */
  listen(listener: (event: NodeEvent) => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates and starts the node with its chain and mempool, which takes some seconds at full size. */
export async function createDevnode(options: DevnodeOptions): Promise<Devnode> {
  const host = options.host ?? '127.0.0.1';
  const clock = options.clock ?? Date.now;
  const user = options.rpcUser ?? 'devnode';
  const password = options.rpcPassword ?? randomBytes(12).toString('hex');
  const random = new RandomSource(options.seed);
  const keyring = createKeyring(options.seed);
  const faults = new Faults();
  const node = createState(options);
  let fixedTime: number | undefined;
  const now = () => fixedTime ?? Math.floor(clock() / 1000);
  const elements =
    options.elements &&
    (await createElementsNode({ ...options.elements, node, keyring, seed: options.seed, host, user, password, now }));
  const { simulation, lightning } = createCourse(options, node, random, keyring, elements);
  simulation.begin(now());

  let pulse: Pulse | undefined;
  const servers = createNodeServers({
    node,
    profile: profiles[options.profile],
    faults,
    host,
    user,
    password,
    rpcPort: options.rpcPort ?? 0,
    now,
    command: (name, args) => runCommand(commands, name, args),
    lightning,
  });

  async function open(): Promise<void> {
    await servers.open();
    await elements?.open();
    if (!options.live) return;
    elements?.run();
    pulse = startPulse(simulation, now);
  }

  async function close(): Promise<void> {
    pulse?.stop();
    pulse = undefined;
    faults.resume();
    await elements?.close();
    await servers.close();
  }

  const commands: Commands = createCommands({
    node,
    simulation,
    random,
    keyring,
    faults,
    now,
    setTime: (seconds) => void (fixedTime = seconds),
    async restart() {
      await close();
      await open();
      node.mempool.restart();
    },
  });

  await open();
  return {
    get rpcUrl() {
      return servers.rpcUrl;
    },
    get zmqUrl() {
      return servers.zmqUrl;
    },
    get lndUrl() {
      return servers.lndUrl;
    },
    elements,
    commands,
    state: node,
    listen: (listener) => node.listen(listener),
    async start() {
      if (!servers.isOpen) await open();
    },
    stop: close,
  };
}

const isMainnetLike = ({ course }: DevnodeOptions) => course === 'mainnet';

/** Creates the state of the node: a chain of one block. */
function createState(options: DevnodeOptions): NodeState {
  const network = options.network ?? networks.demo;
  return new NodeState(
    network,
    profiles[options.profile],
    {
      maxBytes: options.maxChainBytes ?? 384 * 1024 * 1024,
      minBodies: options.minChainBodies ?? 288,
      bodies: options.hasBodiesInFiles === true ? bodiesInFiles() : bodiesInMemory,
    },
    isMainnetLike(options) ? (height) => courseBits(height, network.retargetInterval) : undefined,
  );
}

/** Creates the course of its chain and mempool. */
function createCourse(
  options: DevnodeOptions,
  node: NodeState,
  random: RandomSource,
  keyring: Keyring,
  elements: ElementsNode | undefined,
) {
  const shared = {
    node,
    random,
    keyring,
    mempoolSize: options.mempoolSize ?? 4000,
    meanBlockSeconds: options.meanBlockSeconds ?? 30,
    floorRate: profiles[options.profile].minRelayFee / 1000,
  };
  const lightning = options.lightning && createLightning(options, options.lightning, node, keyring);
  const channelCount = options.lightning?.channelCount ?? 0;
  const simulation = isMainnetLike(options)
    ? createMainnetCourse({
        ...shared,
        lightning: lightning && { course: lightning.course, channelCount },
        sideChain: elements,
      })
    : createSimulation({
        ...shared,
        blocks: options.blocks ?? 160,
        pastBlockSeconds: options.pastBlockSeconds,
        txPerSecond: options.txPerSecond ?? 6,
        sideChain: elements,
      });
  return { simulation, lightning };
}

/** Creates the nodes of a Lightning network and the course of its channels, with randomness of their own. */
function createLightning(
  { seed }: DevnodeOptions,
  { nodeCount }: { nodeCount: number },
  node: NodeState,
  keyring: Keyring,
) {
  const random = new RandomSource(seed + 1);
  const nodes = createLightningNodes(nodeCount, seed, random);
  return { nodes, course: new LightningCourse({ nodes, node, keyring, random }) };
}

interface Pulse {
  stop(): void;
}

/** Runs the simulation by the clock. */
function startPulse(simulation: Simulation, now: () => number): Pulse {
  const timers: Record<'mempool' | 'block', NodeJS.Timeout | undefined> = { mempool: undefined, block: undefined };
  const scheduleNext = (name: 'mempool' | 'block', seconds: () => number, step: () => void) => {
    timers[name] = setTimeout(() => {
      step();
      scheduleNext(name, seconds, step);
    }, seconds() * 1000);
  };
  scheduleNext('mempool', simulation.untilMempool, () => simulation.stepMempool(now()));
  scheduleNext('block', simulation.untilBlock, () => void simulation.stepBlock(now()));
  return {
    stop() {
      clearTimeout(timers.mempool);
      clearTimeout(timers.block);
    },
  };
}

/** Runs a command received over the wire by name; its arguments are not checked. */
async function runCommand(commands: Commands, name: string, args: readonly unknown[]): Promise<unknown> {
  const command: unknown =
    Object.hasOwn(commands, name) && name !== 'tx' ? commands[name as keyof Commands] : undefined;
  if (typeof command !== 'function') throw new RpcError(rpcCode.methodNotFound, `no command ${name}`);
  // The answer to `restart` must be sent before its connection is closed.
  if (name === 'restart') {
    setTimeout(() => void commands.restart(), 50);
    return null;
  }
  try {
    return await command(...args);
  } catch (error) {
    throw new RpcError(rpcCode.misc, error instanceof Error ? error.message : String(error));
  }
}
