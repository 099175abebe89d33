import { readWholeTransaction } from '@glassblock/primitives';
import type { MempoolContext } from '../../network/mempool-context.ts';
import type { NodeContext } from '../../network/node-context.ts';
import type { RecordingContext } from '../../recording/recording-context.ts';
import { type Handlers, plain } from '../call.ts';
import { isHex } from '../hex.ts';
import { jsonList } from '../json-body.ts';
import { broadcast, prevouts, submitPackage, testTxs } from './broadcast.ts';
import { previewCpfp, type UnsentTx } from './cpfp-preview.ts';
import { checkedHex, checkedList, codeOnly, hexItems, pushedHex, refuse } from './hex-bodies.ts';
import { outpointsIn } from './outpoint-bodies.ts';
import { addPsbtParents } from './psbt.ts';
import { isTxid } from './transactions.ts';

const maxHex = 8_000_000;

function sendHex(context: MempoolContext & NodeContext & RecordingContext, text: string): Promise<string> {
  const hex = text.trim();
  if (!isHex(hex) || hex.length > maxHex) throw refuse('broadcast.not-hex');
  return broadcast(context, hex);
}

/** @throws {CodedError} v1.cpfp, v1.cpfp-many */
export function unsentTx(body: string): UnsentTx {
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
    return testTxs(context, hexItems(input), input.query.maxfeerate);
  }),
  txsPackage: plain((context, input) => {
    const list = hexItems(input);
    const { maxfeerate, maxburnamount } = input.query;
    return submitPackage(context, list, { maxFeeRate: maxfeerate, maxBurn: maxburnamount });
  }),
  v1TxPush: plain((context, input) => {
    const hex = checkedHex(pushedHex(input), 'v1.push', readWholeTransaction);
    return codeOnly('v1.push', broadcast(context, hex));
  }),
  v1PostTx: plain((context, { body }) =>
    codeOnly('v1.push', broadcast(context, checkedHex(body, 'v1.push', readWholeTransaction))),
  ),
  v1TxsTest: plain((context, input) => {
    const list = checkedList(input, 'v1.test', readWholeTransaction);
    return codeOnly('v1.test', testTxs(context, list, input.query.maxfeerate));
  }),
  v1TxsPackage: plain((context, input) => {
    const { maxfeerate, maxburnamount } = input.query;
    const list = checkedList(input, 'v1.package', readWholeTransaction);
    return codeOnly('v1.package', submitPackage(context, list, { maxFeeRate: maxfeerate, maxBurn: maxburnamount }));
  }),
  v1CpfpPreview: plain(async (context, { body }) => [await previewCpfp(context, unsentTx(body))]),
  v1PsbtAddParents: plain((context, { body }) => addPsbtParents(context, body)),
  v1Prevouts: plain((context, { body }) => prevouts(context, outpointsIn(body))),
} satisfies Partial<Handlers>;
