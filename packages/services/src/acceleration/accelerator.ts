import { CodedError } from '@glassblock/primitives';
import type { Database } from '../database/database.ts';
import type { AccelerationChain, TxLocation } from './chain.ts';
import { minBidOf, type Quote, quoteOf, type ServiceFees } from './estimate.ts';
import { type AccelerationRow, nextState } from './life-cycle.ts';
import { type Miner, reconcileMiner, supplyMiners } from './miners.ts';
import {
  accelerationOf,
  applyTransition,
  countOpen,
  everAccelerated,
  isAccelerated,
  maxOpen,
  openAccelerations,
  type Purchase,
  raiseOwnBid,
  requestAcceleration,
} from './records.ts';

/** Options of an accelerator. */
export interface AcceleratorOptions {
  database: Database;
  miners: readonly Miner[];
  chain: AccelerationChain;
  fees: ServiceFees;
  nowSeconds(): number;
  /** Called after accelerations changed. */
  onChange(): void;
  /** Called when a miner does not answer, and with undefined when it answers again. */
  onMinerState(miner: string, failure: unknown): void;
}

/** Sells accelerations and maintains the fee deltas of miners. */
export interface Accelerator {
  /**
   * Returns a quote for accelerating a transaction; undefined when it is accelerated already.
   * @throws {CodedError} services.txid-not-in-mempool, services.cannot-accelerate when it is confirmed,
   * services.no-mining-pool-available, of `quoteOf`
   */
  quote(txid: string): Promise<Quote | undefined>;
  /**
   * Holds bid and fees of the user, then sends the fee delta to the miners.
   * @throws {CodedError} services.txid-not-in-mempool, .bad-bid, .acceleration-duplicated, .not-enough-balance,
   * .no-mining-pool-available when no miner answers, .cannot-fetch-tx, .cannot-decode-tx, .bad-dependencies and
   * .tx-rejected when none has the transaction: then everything is refunded
   */
  accept(userId: number, txid: string, bid: number): Promise<AccelerationRow>;
  /**
   * The same for an invoice that was paid, with the bid and the fees that it was quoted. Nothing is stored while no
   * miner answers.
   * @throws {CodedError} services.txid-not-in-mempool, .acceleration-duplicated, .not-enough-balance,
   * .no-mining-pool-available
   */
  acceptPaid(paid: PaidAcceleration): Promise<AccelerationRow>;
  /**
   * Cancels an acceleration that is not mined, and refunds it.
   * @throws {CodedError} services.bad-acceleration when the user has no such acceleration, or it is mined or settled
   */
  cancel(userId: number, id: number): Promise<void>;
  /** Returns whether a miner answers and has all fee deltas. */
  hasMiner(): Promise<boolean>;
  /** Observes all open accelerations, settles them, and corrects the fee deltas of all miners. */
  reconcile(): Promise<void>;
  /** Unique ids of the participating mining pools. */
  readonly miningPoolIds: readonly number[];
}

/** An acceleration whose invoice is paid. */
export interface PaidAcceleration {
  invoiceId: string;
  userId: number;
  txid: string;
  bid: number;
  baseFee: number;
  vsizeFee: number;
}

/** Bid and fees: all bitcoins, the largest transfer of the ledger. */
const maxHeldSats = 2_100_000_000_000_000;

/** Creates an accelerator. Changes run one after the other. */
export function createAccelerator(options: AcceleratorOptions): Accelerator {
  const { database, miners, chain, fees, nowSeconds } = options;
  const miningPoolIds = miners.flatMap(({ miningPoolId }) => (miningPoolId === undefined ? [] : [miningPoolId]));
  let last: Promise<unknown> = Promise.resolve();
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work, work);
    last = run.catch(() => undefined);
    return run;
  };
  const silent = new Set<Miner>();
  /** Purchases do not wait for a miner that did not answer last time: `reconcile` tries it again. */
  const answering = (candidates: readonly Miner[] = miners.filter((miner) => !silent.has(miner))) =>
    updateMiners(options, candidates.length === 0 ? miners : candidates, silent);

  const supply = (txid: string) =>
    supplyMiners(
      miners.filter((miner) => !silent.has(miner)),
      txid,
      () => chain.rawPackage(txid),
    );

  /** Raises the user's own open bid, or stores a new acceleration; then sends it to the miners. */
  async function buy(purchase: Purchase): Promise<AccelerationRow> {
    if ((await countOpen(database)) >= maxOpen)
      throw new CodedError('services.busy', 'too many accelerations are open');
    const raised = purchase.invoiceId === undefined && (await raiseOwnBid(database, purchase, nowSeconds()));
    const row = raised || (await requestAcceleration(database, purchase, nowSeconds()));
    const heard = await answering();
    const refusal = raised || heard === 0 ? undefined : await supply(row.txid);
    const settled = raised || (await settleRequested(options, row, refusal === undefined ? heard : 0));
    if (refusal !== undefined) await answering();
    options.onChange();
    if (refusal !== undefined) throw refusal;
    if (settled?.status !== 'accelerating') throw noMiner();
    return settled;
  }

  async function quote(txid: string): Promise<Quote> {
    if (miners.length === 0) throw noMiner();
    const found = await chain.mempoolPackage(txid);
    if (found === undefined) throw await absenceOf(chain, txid);
    return quoteOf(found, fees);
  }

  return {
    miningPoolIds,
    async quote(txid) {
      const quoted = await quote(txid);
      return (await isAccelerated(database, txid)) ? undefined : quoted;
    },
    async accept(userId, txid, bid) {
      const quoted = await quote(txid);
      const held = bid + quoted.baseFee + quoted.vsizeFee;
      if (!Number.isSafeInteger(bid) || bid < minBidOf(quoted.package) || held > maxHeldSats)
        throw new CodedError('services.bad-bid', 'the bid is too low or not a number of sats');
      return exclusively(() => buy({ userId, quote: quoted, bid, invoiceId: undefined }));
    },
    async acceptPaid({ invoiceId, userId, txid, bid, baseFee, vsizeFee }) {
      const quoted = { ...(await quote(txid)), baseFee, vsizeFee };
      return exclusively(async () => {
        if ((await answering()) === 0) throw noMiner();
        return buy({ userId, quote: quoted, bid, invoiceId });
      });
    },
    cancel: (userId, id) =>
      exclusively(async () => {
        const row = await accelerationOf(database, userId, id);
        if (row === undefined || !(await canCancel(options, row)))
          throw new CodedError('services.bad-acceleration', 'there is no acceleration to cancel');
        const transition = { status: 'failed', event: 'canceled', set: { canceled: 1 }, settle: 0 } as const;
        await applyTransition(database, row, transition, nowSeconds());
        await answering();
        options.onChange();
      }),
    hasMiner: () => exclusively(async () => (await answering()) > 0),
    reconcile: () =>
      exclusively(async () => {
        const isChanged = await observe(options, miningPoolIds);
        const isSettled = await settleInterrupted(options, await answering(miners));
        if (isChanged || isSettled) options.onChange();
      }),
  };
}

/** Why there is no package. */
async function absenceOf(chain: AccelerationChain, txid: string): Promise<CodedError> {
  const located = await chain.locate([txid]);
  return located?.locations[0]?.in === 'block'
    ? new CodedError('services.cannot-accelerate', 'the transaction is confirmed')
    : new CodedError('services.txid-not-in-mempool', 'the transaction is not in the mempool');
}

const noMiner = () => new CodedError('services.no-mining-pool-available', 'no miner answers');

/**
 * Sends fee deltas to miners.
 * @param silent is updated with those that do not answer
 * @returns how many have all fee deltas
 */
async function updateMiners(
  { database, onMinerState }: AcceleratorOptions,
  miners: readonly Miner[],
  silent: Set<Miner>,
): Promise<number> {
  const rows = await openAccelerations(database);
  const wanted = new Map(
    rows
      .filter(({ status }) => status === 'requested' || status === 'accelerating')
      .map(({ txid, bid }): [string, number] => [txid, bid]),
  );
  const outcomes = await Promise.all(
    miners.map(async (miner) => {
      try {
        await reconcileMiner(miner, wanted, (txids) => everAccelerated(database, txids));
        silent.delete(miner);
        onMinerState(miner.name, undefined);
        return 1;
      } catch (error) {
        silent.add(miner);
        onMinerState(miner.name, error);
        return 0;
      }
    }),
  );
  return outcomes.reduce<number>((sum, one) => sum + one, 0);
}

/** An acceleration is accepted when a miner has it; else it has failed and is refunded. */
function settleRequested(
  { database, nowSeconds }: AcceleratorOptions,
  row: AccelerationRow,
  heard: number,
): Promise<AccelerationRow | undefined> {
  const transition =
    heard > 0
      ? ({ status: 'accelerating', event: 'sent to miners', set: {} } as const)
      : ({ status: 'failed', event: 'not sent to miners', set: {}, settle: 0 } as const);
  return applyTransition(database, row, transition, nowSeconds());
}

/** Settles requests that an end of the program has interrupted. @returns whether there were any */
async function settleInterrupted(options: AcceleratorOptions, heard: number): Promise<boolean> {
  const requested = (await openAccelerations(options.database)).filter(({ status }) => status === 'requested');
  if (requested.length === 0) return false;
  const located = await options.chain.locate(requested.map(({ txid }) => txid));
  if (located === undefined) return false;
  // mined meanwhile: it is not known whether miners had the fee delta, so nothing is charged
  for (const [i, row] of requested.entries())
    await settleRequested(options, row, located.locations[i]!.in === 'mempool' ? heard : 0);
  return true;
}

async function canCancel({ chain }: AcceleratorOptions, { status, txid }: AccelerationRow): Promise<boolean> {
  if (status !== 'requested' && status !== 'accelerating') return false;
  const located = await chain.locate([txid]);
  return located?.locations[0]?.in === 'mempool';
}

/** Applies all transitions that follow from the chain. @returns whether there were any */
async function observe(options: AcceleratorOptions, miningPoolIds: readonly number[]): Promise<boolean> {
  const { database, chain, nowSeconds } = options;
  // those that no miner has yet are settled by the answer of the miners
  const rows = (await openAccelerations(database)).filter(({ status }) => status !== 'requested');
  if (rows.length === 0) return false;
  const txids = rows.map(({ txid }) => txid);
  const located = await chain.locate(txids);
  if (located === undefined) return false;
  const accelerated = new Set(txids);
  let isChanged = false;
  for (const [i, row] of rows.entries()) {
    const location = located.locations[i]!;
    const mined = await minedFactsOf(chain, row, location, accelerated);
    const seen = { location, height: located.height, nowSeconds: nowSeconds(), mined, miningPoolIds };
    let current: AccelerationRow | undefined = row;
    while (current !== undefined && current.status !== 'completed' && current.status !== 'failed') {
      const transition = nextState(current, seen);
      if (transition === undefined) break;
      current = await applyTransition(database, current, transition, nowSeconds());
      isChanged = true;
    }
  }
  return isChanged;
}

const minedFactsOf = async (
  chain: AccelerationChain,
  { txid }: AccelerationRow,
  location: TxLocation,
  accelerated: ReadonlySet<string>,
) => (location.in === 'block' ? chain.minedFacts(location.hash, txid, accelerated) : undefined);
