import { mkdirSync } from 'node:fs';
import type { AccelerationQuote } from '@glassblock/contract';
import type { Fact } from '@glassblock/journal';
import { createNodeClient } from '@glassblock/node';
import { coalesceRuns, displayHash, isCoded, type NetworkRow } from '@glassblock/primitives';
import {
  type AccelerationChain,
  type Accelerator,
  type AutoOptions,
  createAccelerator,
  createPayments,
  createRpcMiner,
  type Database,
  openDatabase,
  type PaymentChain,
  type Payments,
  runAutoAccelerations,
  type WriterOptions,
} from '@glassblock/services';
import type { Logger } from 'pino';
import type { ServicesConfig } from '../config/services-config.ts';
import type { NetworkContext } from '../network/network-context.ts';
import { type Accelerations, followAccelerations } from '../sources/accelerations/accelerations.ts';
import { type Faucets, openFaucets } from './open-faucets.ts';
import { createOwnAccelerationSource } from './own-acceleration-source.ts';
import { createPaymentChain } from './payments/payment-chain.ts';
import { createPaymentRunner, type PaymentRunner } from './payments/payment-runner.ts';
import { openPaymentSources, type PaymentSources } from './payments/payment-sources.ts';
import { createServiceChain } from './service-chain.ts';
import { wordsOfCodes } from './service-words.ts';
import { openSignIn, type SignIn } from './sign-in.ts';
import { openSignedTokens, type SignedTokens } from './signed-tokens.ts';

/** The services of a network. */
export interface Services {
  readonly database: Database;
  readonly accelerator: Accelerator;
  /** Parts for automatic accelerations. */
  readonly auto: AutoOptions;
  /** The list of accelerations, as from another services backend. */
  readonly accelerations: Accelerations;
  readonly tokens: SignedTokens;
  readonly signIn: SignIn;
  readonly faucets: Faucets;
  readonly payments: Payments;
  /** Of the demo: pays an invoice. Undefined elsewhere. */
  readonly simulatePayment: PaymentSources['simulate'];
  /** The Lightning node does not answer at present: a pending invoice may be paid. */
  isLightningAway(): boolean;
  readonly fees: ServicesConfig['fees'];
  nowSeconds(): number;
  /**
   * Starts to observe a network: from here on accelerations are sold, settled and sent to miners.
   * @returns a function that ends that
   */
  follow(context: NetworkContext): () => Promise<void>;
  stop(): Promise<void>;
}

const reconcileEveryMs = 30_000;
const minerTimeoutMs = 10_000;

/**
 * Opens the database and the miners' nodes.
 * @param basePath of the pages, for links in mails
 * @param writer of a process that may be one of several on a database in PostgreSQL
 * @throws {CodedError} services.database; of the writer's claim
 */
export async function openServices(
  config: ServicesConfig,
  network: NetworkRow,
  basePath: string,
  log: Logger,
  writer?: WriterOptions,
): Promise<Services> {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  mkdirSync(config.directory, { recursive: true, mode: 0o700 });
  const database = await openDatabase(placeOf(config, log, writer));
  const clients = config.miners.map(({ node }) =>
    createNodeClient({ ...node, connections: 2, timeoutMs: minerTimeoutMs }),
  );
  const miners = config.miners.map(({ name, miningPoolId }, i) => createRpcMiner(name, miningPoolId, clients[i]!));
  const miningPoolIds = config.miners.flatMap(({ miningPoolId }) => miningPoolId ?? []);
  const source = createOwnAccelerationSource(database, miningPoolIds, nowSeconds, (txid) =>
    presentQuote(accelerator, payments, sources.simulate !== undefined, txid),
  );
  const accelerations = followAccelerations(source, log);
  const followed = createFollowedChain();
  const accelerator = createAccelerator({
    database,
    miners,
    chain: followed.chain,
    fees: config.fees,
    nowSeconds,
    onChange: () => void accelerations.ask().catch(reportTo(log)),
    onMinerState: createMinerReports(log),
  });
  const signIn = openSignIn(config.signIn, { database, nowSeconds, basePath, log });
  const faucets = openFaucets(config.faucets, { database, nowSeconds, log });
  const auto = { database, accelerator, chain: followed.chain, nowSeconds };
  const sources = openPaymentSources(config.payments, network, nowSeconds);
  const payments = createPayments({
    database,
    accelerator,
    locations: followed.chain,
    lightning: sources.lightning,
    addresses: sources.addresses,
    chain: followed.payments,
    cards: undefined,
    lifeSeconds: config.payments?.lifeSeconds ?? 0,
    nowSeconds,
  });
  const paymentRunner = createPaymentRunner(payments, sources.lightning, {
    onFailure: reportTo(log),
    onLightning: (
      (report) => (failure: unknown) =>
        report('lnd', failure)
    )(createMinerReports(log, 'Lightning node')),
  });
  const runner = createRunner(auto, accelerator, paymentRunner, log);
  return {
    database,
    accelerator,
    auto,
    accelerations,
    tokens: openSignedTokens(config.directory, nowSeconds),
    signIn,
    faucets,
    payments,
    simulatePayment: sources.simulate,
    isLightningAway: paymentRunner.isLightningAway,
    fees: config.fees,
    nowSeconds,
    follow(context) {
      followed.follow(createServiceChain(context), createPaymentChain(context));
      runner.follow(context, accelerations);
      if (payments.isEnabled) paymentRunner.start();
      return async () => {
        await paymentRunner.stop();
        await runner.stop();
      };
    },
    async stop() {
      accelerations.stop();
      await signIn.stop();
      await faucets.stop();
      await Promise.all([...clients.map((client) => client.close()), sources.close()]);
      await database.destroy();
    },
  };
}

const placeOf = ({ database }: ServicesConfig, log: Logger, writer: WriterOptions | undefined) =>
  database.kind === 'sqlite' ? database : { ...database, onError: reportTo(log), writer };

const reportTo = (log: Logger) => (error: unknown) =>
  log.warn({ event: 'services', error: String(error) }, 'services: a step failed and is repeated');

async function presentQuote(
  accelerator: Accelerator,
  payments: Payments,
  isSimulated: boolean,
  txid: string,
): Promise<AccelerationQuote> {
  const about = { txid, hasInvoices: payments.isEnabled, isSimulated };
  try {
    const found = await accelerator.quote(txid);
    if (found === undefined) return { ...about, reason: 'acceleration_duplicated' };
    const { effectiveVsize, effectiveFee, ancestorCount, nextBlockRate } = found.package;
    const { baseFee, vsizeFee, options } = found;
    const size = { effectiveVsize, effectiveFee, ancestorCount, targetFeeRate: nextBlockRate };
    return { ...about, reason: null, quote: { ...size, baseFee, vsizeFee, options: [...options] } };
  } catch (error) {
    const reason = isCoded(error) ? wordsOfCodes[error.code] : undefined;
    if (reason === undefined) throw error;
    return { ...about, reason };
  }
}

/** The chain of a network that starts after the services: empty until then. */
function createFollowedChain(): {
  chain: AccelerationChain;
  payments: PaymentChain;
  follow(chain: AccelerationChain, payments: PaymentChain): void;
} {
  let followed: AccelerationChain | undefined;
  let received: PaymentChain | undefined;
  return {
    payments: { received: async (addresses) => received?.received(addresses) },
    chain: {
      mempoolPackage: async (txid) => followed?.mempoolPackage(txid),
      rawPackage: async (txid) => followed?.rawPackage(txid),
      locate: async (txids) => followed?.locate(txids),
      minedFacts: async (hash, txid, accelerated) => followed?.minedFacts(hash, txid, accelerated),
    },
    follow(chain, payments) {
      followed = chain;
      received = payments;
    },
  };
}

/** Reports when a node stops to answer, and when it answers again. The error may name the node, not its password. */
function createMinerReports(log: Logger, kind = 'miner'): (miner: string, failure: unknown) => void {
  const silent = new Set<string>();
  return (miner, failure) => {
    if (failure === undefined) {
      if (silent.delete(miner)) log.info({ event: 'miner', miner }, `${kind} ${miner} answers again`);
      return;
    }
    if (silent.has(miner)) return;
    silent.add(miner);
    log.warn({ event: 'miner', miner, error: String(failure) }, `${kind} ${miner} does not answer`);
  };
}

/** Runs `reconcile` at each block, when an accelerated transaction leaves the mempool, and every 30 seconds. */
function createRunner(auto: AutoOptions, accelerator: Accelerator, payments: PaymentRunner, log: Logger) {
  let isStopped = false;
  const leaves: (() => void)[] = [];

  const runs = coalesceRuns(async () => {
    if (isStopped) return;
    await accelerator.reconcile().catch(reportTo(log));
    await runAutoAccelerations(auto).catch(reportTo(log));
    payments.wake();
  });
  const wake = () => void runs.request();

  return {
    follow(context: NetworkContext, accelerations: Accelerations): void {
      const { journal } = context;
      let { position } = journal;
      const isOfInterest = (fact: Fact) =>
        fact.type === 'block-connected' ||
        fact.type === 'block-disconnected' ||
        (fact.type === 'tx-removed' && accelerations.find(displayHash(fact.txid)) !== undefined);
      leaves.push(
        journal.onAppend(() => {
          for (;;) {
            const reading = journal.read(position, 500);
            position = reading.gap ? journal.position : reading.position;
            if (reading.gap || reading.events.some(({ fact }) => isOfInterest(fact))) wake();
            if (
              reading.gap ||
              reading.events.some(({ fact }) => fact.type === 'tx-added' || fact.type === 'tx-removed')
            )
              payments.onMempoolChange();
            if (reading.gap || !reading.more) return;
          }
        }),
      );
      const timer = setInterval(wake, reconcileEveryMs);
      leaves.push(() => clearInterval(timer));
      wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      for (const leave of leaves) leave();
      await runs.settled();
    },
  };
}
