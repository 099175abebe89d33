import { CodedError, fromHex, isCoded } from '@glassblock/primitives';
import { isHex } from '../hex.ts';
import type { CallInput } from '../input.ts';
import { json, textList } from '../json-body.ts';

/** Returns the error for input that a route does not take. */
export const refuse = (code: string, datum?: unknown) => new CodedError(code, 'bad input', { datum });
// ---- Esplora's format: code and message of the node

const maxTxs = 25;
const minItemHex = 120;
const maxItemHex = 800_000;

/**
 * Returns the transactions of a body.
 * @throws {CodedError} body.json, txs.too-many, txs.size, txs.hex
 */
export function hexItems({ body }: CallInput): string[] {
  const list = textList(body);
  if (list.length > maxTxs) throw refuse('txs.too-many', list.length);
  for (const [index, hex] of list.entries()) {
    if (hex.length < minItemHex || hex.length >= maxItemHex) throw refuse('txs.size', index);
    if (!isHex(hex)) throw refuse('txs.hex', index);
  }
  return list;
}

// ---- mempool.space's format: the error code alone

const noText = -1;
const wrongForm = -2;
const tooHeavy = -3;
const noTransaction = -4;
const maxWeight = 400_000;

/** Decodes a transaction of the network. @throws {CodedError} of the codec */
export type ReadTx = (bytes: Uint8Array) => { weight: number };

/**
 * Checks a transaction.
 * @param code of the error raised
 */
export function checkedHex(hex: string | undefined, code: string, readTx: ReadTx): string {
  if (hex === undefined || !isHex(hex)) throw refuse(code, wrongForm);
  let weight: number;
  try {
    ({ weight } = readTx(fromHex(hex)));
  } catch (error) {
    if (isCoded(error)) throw refuse(code, noTransaction);
    throw error;
  }
  if (weight > maxWeight) throw refuse(code, tooHeavy);
  return hex.toLowerCase();
}

/**
 * Returns the transactions of a body, checked.
 * @param code of the error raised
 */
export function checkedList({ body }: CallInput, code: string, readTx: ReadTx): string[] {
  let list: string[];
  try {
    list = textList(body);
  } catch {
    throw refuse(code, noText);
  }
  if (list.length > maxTxs) throw refuse(code, noText);
  return list.map((hex) => checkedHex(hex, code, readTx));
}

/**
 * Returns the transaction of a body `txHash=<hex>`, of a JSON object or of a form.
 * @throws {CodedError} v1.push
 */
export const pushedHex = (input: CallInput): string | undefined => /^txHash=(.*)$/s.exec(formText(input))?.[1];

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
export async function codeOnly<T>(code: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isCoded(error) || !error.code.endsWith('.rejected')) throw error;
    throw new CodedError(code, error.message, { datum: (error.datum as { code: number }).code, cause: error });
  }
}
