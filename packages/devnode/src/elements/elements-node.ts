import { networks } from '@glassblock/primitives';
import { type ElementsNetworkRow, elementsNetworks } from '@glassblock/primitives/elements';
import { Faults } from '../faults.ts';
import type { CourseTarget } from '../lightning/lightning-course.ts';
import { createHttpServer } from '../rpc/http-server.ts';
import { RpcError, rpcCode } from '../rpc/rpc-error.ts';
import { createZmqPublisher } from '../rpc/zmq-publisher.ts';
import { idOf } from '../state/ids.ts';
import type { NodeState } from '../state/node-state.ts';
import type { Keyring } from '../traffic/keyring.ts';
import { RandomSource } from '../traffic/random-source.ts';
import { loadBlinding } from './blinding.ts';
import type { AssetContract } from './contracts.ts';
import { elementsAnswers } from './elements-answers.ts';
import { ElementsChain } from './elements-chain.ts';
import { ElementsCourse, epochLength, pegInConfirmations } from './elements-course.ts';
import { createElementsPulse } from './elements-pulse.ts';
import { ElementsWallet } from './elements-wallet.ts';
import { FederationCourse } from './federation-course.ts';
import { federationParams } from './federation-scripts.ts';

/** Options of a simulated Elements node. */
export interface ElementsNodeOptions {
  /** Of the parent chain. */
  node: NodeState;
  keyring: Keyring;
  seed: number;
  host: string;
  user: string;
  password: string;
  /** Time of the parent's node, Unix seconds. */
  now(): number;
  /** Default `liquiddemo`. A network without a parent chain in its row is pegged to the simulated one. */
  network?: ElementsNetworkRow;
  /** Default 60. */
  meanBlockSeconds?: number;
  /**
   * True: the past has half of the blocks and no proofs, and the node is warming up until `finishPast`: a demo that starts has no processor time
   * for them.
   */
  isPastUnfinished?: boolean;
}

/** Commands of the simulated node. */
export interface ElementsCommands {
  /** Mines blocks with the whole mempool. @returns their hashes */
  mine(count?: number): string[];
  /** Adds random transactions to the mempool, and claims deposits. */
  emitTraffic(count?: number): void;
  /** Disconnects blocks; their transactions return to the mempool. */
  disconnect(depth?: number): void;
}

/** A simulated Elements node beside the node of its parent chain. */
export interface ElementsNode {
  /** `http://user:password@host:port`, once open. */
  readonly rpcUrl: string;
  readonly zmqUrl: string;
  readonly chain: ElementsChain;
  readonly commands: ElementsCommands;
  readonly faults: Faults;
  /** Wallet that owns all outputs, whose keys unblind them. */
  readonly wallet: ElementsWallet;
  /** Registry of the issued assets, in the full format of Blockstream's. */
  registry(): Record<string, AssetContract & { asset_id: string; contract: AssetContract }>;
  /** Adds the federation's transactions to the next block of the parent chain. */
  step(target: CourseTarget, height: number, time: number, isLive: boolean): void;
  /** Follows a past block of the parent chain. */
  stepPast(time: number): void;
  /** Adds recent blocks with confidential transactions, one transaction at a time; the node is ready afterwards. */
  finishPast(): Promise<void>;
  /** Starts transactions and blocks by the clock, once the past is finished. */
  run(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

const registryOf = ({ issued }: ElementsWallet): ReturnType<ElementsNode['registry']> =>
  Object.fromEntries(
    issued.map(({ assetId, contract }) => [idOf(assetId), { ...contract, asset_id: idOf(assetId), contract }]),
  );

/** Creates the node. Its randomness is its own. */
export async function createElementsNode(options: ElementsNodeOptions): Promise<ElementsNode> {
  const { node, keyring, seed, host, user, password, now, meanBlockSeconds = 60, isPastUnfinished = false } = options;
  const row = options.network ?? elementsNetworks.liquiddemo;
  const network = { ...row, parent: row.parent ?? networks.demo };
  const random = new RandomSource(seed + 2);
  const blinding = await loadBlinding(new RandomSource(seed + 3));
  const chain = new ElementsChain();
  const wallet = new ElementsWallet({ network, keyring, random, blinding });
  const params = [federationParams(keyring, 740), federationParams(keyring, 750)] as const;
  const federation = new FederationCourse({
    node,
    keyring,
    random,
    zkp: blinding.zkp,
    current: () => course.current,
    claimScript: () => wallet.claimScript(),
  });
  const course: ElementsCourse = new ElementsCourse({
    chain,
    network,
    wallet,
    federation,
    params,
    keyring,
    random,
    maxPastProofs: isPastUnfinished ? 0 : 8,
    pastSpacing: isPastUnfinished ? 18 : 9,
    parentHeight: () => node.chain.height,
  });

  const pulse = createElementsPulse(course, { meanBlockSeconds, isPastUnfinished, now });
  const commands: ElementsCommands = {
    mine: (count = 1) => Array.from({ length: count }, () => course.mine(now()).hash),
    emitTraffic(count = 1) {
      for (let i = 0; i < count; i++) course.stepMempool();
    },
    disconnect(depth = 1) {
      for (let i = 0; i < depth; i++) chain.disconnect();
      chain.prune();
    },
  };

  const faults = new Faults();
  faults.warmingUp = isPastUnfinished;
  const zmq = createZmqPublisher(host);
  chain.listen((event) => zmq.publish(event));
  let [rpcPort, zmqPort] = [0, 0];
  const http = createHttpServer({
    host,
    user,
    password,
    answers: elementsAnswers({
      chain,
      network,
      faults,
      federation: () => ({ current: course.current, valid: course.valid, first: params[0] }),
      epochLength,
      pegInConfirmations,
      zmqAddress: () => (zmqPort === 0 ? '' : `tcp://${host}:${zmqPort}`),
      async command(name, args) {
        if (!Object.hasOwn(commands, name)) throw new RpcError(rpcCode.methodNotFound, `no command ${name}`);
        return (commands[name as keyof ElementsCommands] as (...all: readonly unknown[]) => unknown)(...args);
      },
    }),
  });

  return {
    get rpcUrl() {
      return `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${rpcPort}`;
    },
    get zmqUrl() {
      return `tcp://${host}:${zmqPort}`;
    },
    chain,
    commands,
    faults,
    wallet,
    registry: () => registryOf(wallet),
    step: (target, height, time, isLive) => federation.step(target, height, time, isLive),
    stepPast: (time) => course.stepPast(time),
    async finishPast() {
      await pulse.finishPast();
      faults.warmingUp = false;
    },
    run: () => pulse.run(),
    async open() {
      zmqPort = await zmq.open(zmqPort);
      rpcPort = await http.open(rpcPort);
    },
    async close() {
      pulse.stop();
      faults.resume();
      await http.close();
      await zmq.close();
    },
  };
}
