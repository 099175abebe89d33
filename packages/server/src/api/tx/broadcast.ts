import type { PackageResult, Prevout, TestedTx } from '@glassblock/contract';
import { fieldsOf, type NodeClient, type RpcOutcome, satsOfBtc, textField } from '@glassblock/node';
import {
  CodedError,
  fromHex,
  isCoded,
  type NetworkRow,
  type OutputValue,
  plainOutput,
  readWholeTransaction,
} from '@glassblock/primitives';
import { nextTurn } from '../../concurrency/slices.ts';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NetworkInfo } from '../../network/network-info.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import type { OutpointText } from './transactions.ts';
import { waitForMempool } from './wait-for-mempool.ts';

type Method = 'sendrawtransaction' | 'testmempoolaccept' | 'submitpackage';

const refusals = {
  sendrawtransaction: 'broadcast.rejected',
  testmempoolaccept: 'test.rejected',
  submitpackage: 'package.rejected',
} as const satisfies Record<Method, string>;

/**
 * Calls the node. Trailing undefined parameters are dropped.
 * @throws {CodedError} of `refusals`, with the node's code and message
 */
async function ask(client: NodeClient, method: Method, ...params: unknown[]): Promise<unknown> {
  while (params.length > 0 && params.at(-1) === undefined) params.pop();
  // checking 10 MB of transactions and writing them again take 20 ms each
  await nextTurn();
  try {
    return await client.rpc(method, ...params.map((param) => param ?? null));
  } catch (error) {
    if (!isCoded(error, 'node.rpc')) throw error;
    throw new CodedError(refusals[method], 'rejected by the node', { datum: error.datum, cause: error });
  }
}

/**
 * Sends a raw transaction to the node.
 * @returns its id, once it is in the mempool
 * @throws {CodedError} broadcast.rejected with the node's message
 */
export async function broadcast(
  context: MempoolContext & NodeContext & RecordingContext,
  hex: string,
): Promise<string> {
  const txid = String(await ask(context.client, 'sendrawtransaction', hex));
  await waitForMempool(context, [txid]);
  return txid;
}

/**
 * Returns the node's test results of transactions without sending them.
 * @param maxFeeRate BTC/kvB
 * @throws {CodedError} test.rejected
 */
export async function testTxs({ client }: Pick<NodeContext, 'client'>, hexes: readonly string[], maxFeeRate?: number) {
  const answer = await ask(client, 'testmempoolaccept', hexes, maxFeeRate);
  if (!Array.isArray(answer)) throw new CodedError('node.bad-answer', 'testmempoolaccept is not a list');
  return answer.map(testedTx);
}

/** Keeps the fields that clients know; nodes add others. */
function testedTx(answer: unknown): TestedTx {
  const fields = fieldsOf(answer, 'a result of testmempoolaccept');
  const { allowed, vsize, fees, 'reject-reason': reason } = fields;
  return {
    txid: textField(fields, 'txid'),
    wtxid: textField(fields, 'wtxid'),
    ...(typeof allowed === 'boolean' ? { allowed } : {}),
    ...(typeof vsize === 'number' ? { vsize } : {}),
    ...(fees === undefined ? {} : { fees: feesOf(fees) }),
    ...(typeof reason === 'string' ? { 'reject-reason': reason } : {}),
  };
}

function feesOf(answer: unknown): NonNullable<TestedTx['fees']> {
  const { base, 'effective-feerate': rate, 'effective-includes': includes } = fieldsOf(answer, 'fees');
  return {
    base: Number(base),
    ...(typeof rate === 'number' ? { 'effective-feerate': rate } : {}),
    ...(Array.isArray(includes) ? { 'effective-includes': includes.map(String) } : {}),
  };
}

/** Limits of a package. */
export interface PackageLimits {
  /** BTC/kvB */
  maxFeeRate?: number | undefined;
  /** BTC in unspendable outputs. */
  maxBurn?: number | undefined;
}

/**
 * Sends a package of transactions.
 * @returns the node's answer, once they are in the mempool
 * @throws {CodedError} package.rejected
 */
export async function submitPackage(
  context: MempoolContext & NodeContext & RecordingContext,
  hexes: readonly string[],
  limits: PackageLimits,
): Promise<PackageResult> {
  const result = await sendPackage(context, hexes, limits);
  await waitForMempool(context, takenOf(result['tx-results']));
  return result;
}

/**
 * Sends a package of transactions.
 * @returns the node's answer at once
 * @throws {CodedError} package.rejected
 */
export async function sendPackage(
  { client }: Pick<NodeContext, 'client'>,
  hexes: readonly string[],
  limits: PackageLimits,
): Promise<PackageResult> {
  const answer = await ask(client, 'submitpackage', hexes, limits.maxFeeRate, limits.maxBurn);
  const fields = fieldsOf(answer, 'submitpackage');
  const replaced = fields['replaced-transactions'];
  const results = fieldsOf(fields['tx-results'], 'tx-results');
  return {
    package_msg: textField(fields, 'package_msg'),
    'tx-results': results,
    ...(Array.isArray(replaced) ? { 'replaced-transactions': replaced.map(String) } : {}),
  };
}

/** Ids of the package's transactions that are in the node's mempool now. */
function takenOf(results: Record<string, unknown>): string[] {
  return Object.values(results).flatMap((result) => {
    const { txid, error } = fieldsOf(result, 'a result of submitpackage');
    return typeof txid === 'string' && error === undefined ? [txid] : [];
  });
}

/**
 * Returns outputs by outpoint, of the mempool or unspent in the chain; null for others.
 * @throws of the node
 */
export async function prevouts(
  context: NetworkInfo & MempoolContext & NodeContext,
  outpoints: readonly OutpointText[],
): Promise<(Prevout | null)[]> {
  const inMempool = await context.mempool.entries(outpoints.map(({ txid }) => txid));
  const ofChain = outpoints.filter((_, i) => inMempool[i] === undefined);
  // `false`: outputs spent only in the mempool count as unspent
  const calls = ofChain.map(({ txid, vout }) => ({ method: 'gettxout', params: [txid, vout, false] }));
  const outcomes = await context.client.batch(calls);
  let next = 0;
  return outpoints.map(({ vout }, i): Prevout | null => {
    const entry = inMempool[i];
    if (entry === undefined) return minedPrevout(outcomes[next++]!, context.network);
    const tx = readWholeTransaction(entry.raw);
    if (vout >= tx.outputCount) return null;
    return { prevout: plainOutput(tx.output(vout), context.network), unconfirmed: true };
  });
}

function minedPrevout(outcome: RpcOutcome, network: NetworkRow): Prevout | null {
  if (!('result' in outcome) || outcome.result === null || outcome.result === undefined) return null;
  const fields = fieldsOf(outcome.result, 'gettxout');
  const script = fromHex(textField(fieldsOf(fields['scriptPubKey'], 'scriptPubKey'), 'hex'));
  const value = satsOfBtc(fields['value']) as OutputValue;
  return { prevout: plainOutput({ value, script }, network), unconfirmed: false };
}
