import { CodedError, fromHex, isCoded, readWholeTransaction } from '@glassblock/primitives';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { type Handlers, plain } from '../call.ts';
import { isHex } from '../hex.ts';
import type { CallInput } from '../input.ts';
import { json, jsonList, textList } from '../json-body.ts';
import { broadcast, prevouts, submitPackage, testTxs } from './broadcast.ts';
import { previewCpfp, type UnsentTx } from './cpfp-preview.ts';
import { addPsbtParents } from './psbt.ts';
import { isTxid, type OutpointText } from './transactions.ts';

const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });
// ---- Esplora's format: code and message of the node

const maxHex = 8_000_000;
const maxTxs = 25;
const minItemHex = 120;
const maxItemHex = 800_000;

function sendHex(context: MempoolContext & NodeContext & RecordingContext, text: string): Promise<string> {
  const hex = text.trim();
  if (!isHex(hex) || hex.length > maxHex) throw refuse('broadcast.not-hex');
  return broadcast(context, hex);
}

/** @throws {CodedError} body.json, txs.too-many, txs.size, txs.hex */
function hexItems({ body }: CallInput): string[] {
  const list = textList(body);
  if (list.length > maxTxs) throw refuse('txs.too-many', list.length);
  return list;
}

function checkItems(list: readonly string[]): void {
  for (const [index, hex] of list.entries()) {
    if (hex.length < minItemHex || hex.length >= maxItemHex) throw refuse('txs.size', index);
    if (!isHex(hex)) throw refuse('txs.hex', index);
  }
}

// ---- mempool.space's format: the error code alone

const noText = -1;
const wrongForm = -2;
const tooHeavy = -3;
const noTransaction = -4;
const maxWeight = 400_000;

/** @param code  of the error raised */
function checkedHex(hex: string | undefined, code: string): string {
  if (hex === undefined || !isHex(hex)) throw refuse(code, wrongForm);
  let weight: number;
  try {
    ({ weight } = readWholeTransaction(fromHex(hex)));
  } catch (error) {
    if (isCoded(error)) throw refuse(code, noTransaction);
    throw error;
  }
  if (weight > maxWeight) throw refuse(code, tooHeavy);
  return hex.toLowerCase();
}

function checkedList({ body }: CallInput, code: string): string[] {
  let list: string[];
  try {
    list = textList(body);
  } catch {
    throw refuse(code, noText);
  }
  if (list.length > maxTxs) throw refuse(code, noText);
  return list.map((hex) => checkedHex(hex, code));
}

/** Returns the text of the body, or the first value of a JSON object or form. */
function formText({ body, bodyType }: CallInput): string {
  if (bodyType === 'application/x-www-form-urlencoded') return [...new URLSearchParams(body).values()][0] ?? '';
  if (bodyType !== 'application/json') return body;
  let value: unknown;
  try {
    value = json(body, 'body.json');
  } catch {
    throw refuse('v1.push', noText);
  }
  const [first] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  if (typeof first !== 'string') throw refuse('v1.push', noText);
  return first;
}

/** Rethrows a rejection by the node with its error code alone. */
async function codeOnly<T>(code: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isCoded(error) || !error.code.endsWith('.rejected')) throw error;
    throw new CodedError(code, error.message, { datum: (error.datum as { code: number }).code, cause: error });
  }
}

const maxOutpoints = 100;

/** @throws {CodedError} v1.outpoints, v1.outpoints-many */
function outpoints(body: string): OutpointText[] {
  const list = jsonList(body, 'v1.outpoints');
  if (list.length > maxOutpoints) throw refuse('v1.outpoints-many', list.length);
  return list.map((item) => {
    const { txid, vout } = (typeof item === 'object' && item !== null ? item : {}) as {
      txid?: unknown;
      vout?: unknown;
    };
    const isVout = typeof vout === 'number' && Number.isInteger(vout) && vout >= 0 && vout <= 0xffffffff;
    if (typeof txid !== 'string' || !isTxid(txid) || !isVout) throw refuse('v1.outpoints');
    return { txid: txid.toLowerCase(), vout };
  });
}

/** @throws {CodedError} v1.cpfp, v1.cpfp-many */
function unsentTx(body: string): UnsentTx {
  const list = jsonList(body, 'v1.cpfp');
  if (list.length > 1) throw refuse('v1.cpfp-many', list.length);
  const [item] = list;
  const { txid, weight, sigops, fee, vin } = (typeof item === 'object' && item !== null ? item : {}) as Record<
    string,
    unknown
  >;
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (typeof txid !== 'string' || !isTxid(txid) || !isCount(weight) || weight === 0 || !isCount(fee)) {
    throw refuse('v1.cpfp');
  }
  if (!isCount(sigops) || !Array.isArray(vin)) throw refuse('v1.cpfp');
  const spent = vin.flatMap((input: unknown) => {
    const prev = (input as { txid?: unknown } | null)?.txid;
    return typeof prev === 'string' && isTxid(prev) ? [{ txid: prev.toLowerCase() }] : [];
  });
  return { txid: txid.toLowerCase(), weight, sigops, fee, vin: spent };
}

/**
 * Handlers of the routes that broadcast or test transactions, and that take a JSON body of outpoints or transactions.
 */
export const broadcastHandlers = {
  postTx: plain((context, { body }) => sendHex(context, body)),
  broadcast: plain((context, { query }) => sendHex(context, query.tx)),
  txsTest: plain((context, input) => {
    const list = hexItems(input);
    checkItems(list);
    return testTxs(context, list, input.query.maxfeerate);
  }),
  txsPackage: plain((context, input) => {
    const list = hexItems(input);
    checkItems(list);
    const { maxfeerate, maxburnamount } = input.query;
    return submitPackage(context, list, { maxFeeRate: maxfeerate, maxBurn: maxburnamount });
  }),
  v1TxPush: plain((context, input) => {
    const hex = /^txHash=(.*)$/s.exec(formText(input))?.[1];
    return codeOnly('v1.push', broadcast(context, checkedHex(hex, 'v1.push')));
  }),
  v1PostTx: plain((context, { body }) => codeOnly('v1.push', broadcast(context, checkedHex(body, 'v1.push')))),
  v1TxsTest: plain((context, input) => {
    const list = checkedList(input, 'v1.test');
    return codeOnly('v1.test', testTxs(context, list, input.query.maxfeerate));
  }),
  v1TxsPackage: plain((context, input) => {
    const { maxfeerate, maxburnamount } = input.query;
    const list = checkedList(input, 'v1.package');
    return codeOnly('v1.package', submitPackage(context, list, { maxFeeRate: maxfeerate, maxBurn: maxburnamount }));
  }),
  v1CpfpPreview: plain(async (context, { body }) => [await previewCpfp(context, unsentTx(body))]),
  v1PsbtAddParents: plain((context, { body }) => addPsbtParents(context, body)),
  v1Prevouts: plain((context, { body }) => prevouts(context, outpoints(body))),
} satisfies Partial<Handlers>;
