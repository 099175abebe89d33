import { CodedError, isCoded } from '@glassblock/primitives';
import type { Database } from '../database/database.ts';
import {
  createFaucetRow,
  type FaucetLimits,
  type FaucetRefusal,
  failRequests,
  refusalOf,
  settleBatch,
  signedBatches,
  storeBatch,
  storeRequest,
  waitingRequests,
} from './faucet-requests.ts';
import type { FaucetWallet } from './faucet-wallet.ts';

/** Whether a faucet pays, and why not. */
export type FaucetState = 'ok' | FaucetRefusal | 'empty';

/** Pays test coins to users. */
export interface Faucet {
  readonly network: string;
  readonly limits: FaucetLimits;
  /**
   * Returns the address for test coins that are returned, if the wallet answers, and whether a user may send a request.
   */
  status(userId: number): Promise<{ address: string | undefined; state: FaucetState }>;
  /**
   * Pays a user with the next transaction of the faucet.
   * @returns its txid
   * @throws {CodedError} services.faucet-below-minimum, -above-maximum, -address-not-allowed, -bad-address, -too-soon,
   *   -maximum-reached, -not-available, -empty
   */
  request(userId: number, address: string, sats: number): Promise<string>;
  /** Sends transactions that were not sent before the last end of the program. */
  resume(): void;
  stop(): Promise<void>;
}

const maxPayments = 100;
const retryMs = 10_000;

/** Options of a faucet. */
export interface FaucetOptions {
  database: Database;
  network: string;
  wallet: FaucetWallet;
  limits: FaucetLimits;
  /** Requests of this time are paid by one transaction. */
  collectMs: number;
  nowSeconds(): number;
  /** The node failed; the step is repeated. */
  onFailure(error: unknown): void;
}

/** The outcome of a request: the txid, or the reason why it is not paid. */
type Outcome = { txid: string } | { refusal: 'not-available' | 'empty' };

/** Creates a faucet. One transaction is made after another: the next one can spend the change of the last. */
export function createFaucet(options: FaucetOptions): Faucet {
  const { database, network, wallet, limits, nowSeconds } = options;
  const waiting = new Map<number, (outcome: Outcome) => void>();
  const runner = createRunner(
    () => payAll(options, settle),
    (error) => {
      settle([...waiting.keys()], { refusal: 'not-available' });
      options.onFailure(error);
    },
  );
  const opened = createFaucetRow(database, network);
  // tried again by the first request
  opened.catch(() => undefined);

  function settle(ids: readonly number[], outcome: Outcome): void {
    for (const id of ids) {
      waiting.get(id)?.(outcome);
      waiting.delete(id);
    }
  }

  return {
    network,
    limits,
    async status(userId) {
      try {
        const [address, sats] = [await wallet.address(), await wallet.balanceSats()];
        if (sats < limits.min) return { address, state: 'empty' };
        const asked = { userId, sats: limits.min };
        const refusal = await refusalOf(database, network, limits, asked, nowSeconds());
        return { address, state: refusal ?? 'ok' };
      } catch (error) {
        if (!isNodeError(error)) throw error;
        options.onFailure(error);
        return { address: undefined, state: 'not-available' };
      }
    },
    async request(userId, address, sats) {
      if (sats < limits.min) throw new CodedError('services.faucet-below-minimum', 'less than the faucet pays');
      if (sats > limits.max) throw new CodedError('services.faucet-above-maximum', 'more than the faucet pays');
      const checked = await wallet.check(address).catch((cause: unknown) => {
        if (!isNodeError(cause)) throw cause;
        options.onFailure(cause);
        throw new CodedError('services.faucet-not-available', 'the node of the faucet does not answer', { cause });
      });
      if (checked === 'invalid') throw new CodedError('services.faucet-bad-address', 'no address of this network');
      if (checked === 'own') throw new CodedError('services.faucet-address-not-allowed', 'an address of the faucet');
      await opened.catch(() => createFaucetRow(database, network));
      const id = await storeRequest(database, network, limits, { userId, address, sats }, nowSeconds());
      const outcome = await new Promise<Outcome>((resolve) => {
        waiting.set(id, resolve);
        runner.wake(options.collectMs);
      });
      if ('txid' in outcome) return outcome.txid;
      throw new CodedError(`services.faucet-${outcome.refusal}`, 'the faucet cannot pay now');
    },
    resume: () => runner.wake(0),
    async stop() {
      await runner.stop();
      settle([...waiting.keys()], { refusal: 'not-available' });
    },
  };
}

const isNodeError = (error: unknown): boolean => isCoded(error) && error.code.startsWith('node.');

/** Sends signed transactions, then signs and sends one for the requests that wait, until none do. */
async function payAll(
  options: FaucetOptions,
  settle: (ids: readonly number[], outcome: Outcome) => void,
): Promise<void> {
  const { database, network, wallet, nowSeconds } = options;
  try {
    for (const { id, txid, raw } of await signedBatches(database, network))
      await settleBatch(database, id, await wallet.send(txid, raw));
  } catch (error) {
    const ids = (await waitingRequests(database, network, maxPayments)).map(({ id }) => id);
    await failRequests(database, ids);
    settle(ids, { refusal: 'not-available' });
    throw error;
  }
  for (;;) {
    const payments = await waitingRequests(database, network, maxPayments);
    if (payments.length === 0) return;
    const ids = payments.map(({ id }) => id);
    const signed = await wallet.sign(payments).catch((error: unknown) => {
      options.onFailure(error);
      return 'failed' as const;
    });
    if (signed === undefined || signed === 'failed') {
      // nothing was signed that could be sent later
      await failRequests(database, ids);
      settle(ids, { refusal: signed === undefined ? 'empty' : 'not-available' });
      continue;
    }
    const batch = await storeBatch(database, network, { ...signed, ids }, nowSeconds());
    try {
      const status = await wallet.send(signed.txid, signed.raw);
      await settleBatch(database, batch, status);
      settle(ids, status === 'sent' ? { txid: signed.txid } : { refusal: 'not-available' });
    } catch (error) {
      // it is stored, and sent again until the node has answered
      settle(ids, { txid: signed.txid });
      throw error;
    }
  }
}

/** Runs work one at a time, after a delay, and again after a failure. */
function createRunner(work: () => Promise<void>, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function wake(delayMs: number): void {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = (running ?? Promise.resolve()).then(work).catch((error: unknown) => {
        onFailure(error);
        wake(retryMs);
      });
    }, delayMs);
  }

  return {
    wake,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
