import { createHash } from 'node:crypto';
import type { Endpoint, InitData, Tx, TxStripped, Vout } from '@glassblock/contract';
import { ByteWriter, fromHex, psbtMagic } from '@glassblock/primitives';
import { transactionOf } from '../../script/tx-input/tx-bytes.ts';
import { api } from '../../url.ts';
import type { Answer, Api } from '../answer.ts';

/** Objects of one network for documentation examples; absent where there are none now. */
export interface Examples {
  hash?: string;
  height?: number;
  /** Unix seconds of that block. */
  time?: number;
  /** Slug of the mining pool of that block. */
  slug?: string;
  /** A transaction of that block. */
  mined?: string;
  /** An unconfirmed transaction, else that of the block. */
  txid?: string;
  tx?: Tx;
  /** Its bytes. */
  hex?: string;
  /** An output with an address of the block's transaction. */
  output?: Vout;
}

/** Maximum example hex that still fits a URL. */
const maxHexLength = 4_000;

const shortestOf = (txs: readonly TxStripped[]): TxStripped | undefined =>
  txs.toSorted((one, other) => one.vsize - other.vsize)[0];

const bodyOf = <T>(answer: Answer<T>): T | undefined => (answer.ok ? answer.body : undefined);

const hexOf = (body: unknown): string | undefined =>
  typeof body === 'string' && /^([0-9a-f]{2})+$/.test(body.trim()) ? body.trim() : undefined;

/**
 * Loads examples from a network.
 * @param prefix of its routes
 */
export async function examplesOf(ask: Api, prefix: string): Promise<Examples> {
  const init = bodyOf(await ask.get<InitData>(api.init(prefix)));
  const block = init?.blocks?.at(-1);
  const waiting = shortestOf(init?.transactions ?? [])?.txid;
  const minedAt = async (place: number): Promise<string | undefined> =>
    block && hexOf(bodyOf(await ask.get<unknown>(`${prefix}/api/block/${block.id}/txid/${place}`)));
  // a block may contain only a coinbase
  const mined = (await minedAt(1)) ?? (await minedAt(0));
  const txid = waiting ?? mined;
  const txOf = async (id: string | undefined): Promise<Tx | undefined> =>
    id === undefined ? undefined : bodyOf(await ask.get<Tx>(api.tx(prefix, id)));
  const [tx, minedTx, hexAnswer] = await Promise.all([
    txOf(txid),
    txOf(mined),
    txid === undefined ? undefined : ask.get<unknown>(api.txHex(prefix, txid)),
  ]);
  const hex = hexAnswer && hexOf(bodyOf(hexAnswer));
  const output = (minedTx ?? tx)?.vout.find(({ scriptpubkey_address: address }) => address !== undefined);
  return {
    ...(block && { hash: block.id, height: block.height, time: block.timestamp, slug: block.extras.pool.slug }),
    ...(mined !== undefined && { mined }),
    ...(txid !== undefined && { txid }),
    ...(tx !== undefined && { tx }),
    ...(hex !== undefined && hex.length <= maxHexLength && { hex }),
    ...(output !== undefined && { output }),
  };
}

/** SHA-256 of a script for the routes. */
const scripthashOf = (script: string): string => createHash('sha256').update(Buffer.from(script, 'hex')).digest('hex');

type Values = Readonly<Record<string, string | undefined>>;

/** Returns the path parameters of a route by name; undefined without an example. */
export function pathExamples({ path }: Endpoint, examples: Examples): Values {
  const { hash, height, time, slug, mined, txid, output } = examples;
  const isOfChain = /\/block\/|merkle|\/txs\/(chain|summary)\//.test(path);
  const address = output?.scriptpubkey_address;
  const script = output && scripthashOf(output.scriptpubkey);
  const at = height?.toString();
  return {
    hash,
    height: at,
    from: at,
    to: at,
    timestamp: time?.toString(),
    time: time?.toString(),
    slug,
    txid: isOfChain ? mined : txid,
    last: isOfChain ? mined : txid,
    after: txid,
    address,
    id: path.includes('/scripthash') ? script : address,
    prefix: address?.slice(0, 8),
    index: '0',
    start: '0',
    vout: '0',
    window: '24h',
    interval: '1w',
    blockCount: '144',
  };
}

/** Returns the required query parameters of some routes. */
export function queryExamples({ id }: Endpoint, { time, txid, hex }: Examples): Values {
  if (id === 'txsOutspends') return { txids: txid };
  if (id === 'v1TransactionTimes') return { 'txId[]': txid };
  if (id === 'broadcast') return { tx: hex };
  if (id === 'dayBlocks')
    return { day: time === undefined ? undefined : new Date(time * 1000).toISOString().slice(0, 10) };
  if (id === 'miningFeesBetween')
    return { from: time === undefined ? undefined : String(time - 86_400), to: time?.toString() };
  return {};
}

/** Returns a PSBT in base64 that spends the inputs of a transaction to its outputs, without the parents. */
function unsignedPsbt(tx: Tx): string {
  const unsigned = transactionOf({ ...tx, vin: tx.vin.map((input) => ({ ...input, scriptsig: '', witness: [] })) });
  // the key of the unsigned transaction is the byte 0
  const psbt = new ByteWriter().bytes(fromHex(psbtMagic)).compactSize(1).u8(0).lengthPrefixed(unsigned.raw).u8(0);
  // a map ends with the byte 0; those of inputs and outputs are empty
  const bytes = psbt.bytes(new Uint8Array(tx.vin.length + tx.vout.length)).finish();
  return Buffer.from(bytes).toString('base64');
}

/** Returns the body of a POST route; undefined when it has none. Placeholders are in capitals. */
export function bodyExample({ id, body, bodySchema }: Endpoint, examples: Examples): string | undefined {
  if (body === undefined || body === 'nothing') return undefined;
  const { txid = 'TXID', tx, hex = 'RAW_TRANSACTION', output } = examples;
  if (id.startsWith('addresses')) return JSON.stringify([output?.scriptpubkey_address ?? 'ADDRESS']);
  if (id.startsWith('scripthashes'))
    return JSON.stringify([output === undefined ? 'SCRIPTHASH' : scripthashOf(output.scriptpubkey)]);
  if (id === 'v1Prevouts') return JSON.stringify([{ txid, vout: 0 }]);
  if (id === 'v1CpfpPreview') {
    const { weight, sigops, fee, vin } = tx ?? { weight: 561, sigops: 1, fee: 1_410, vin: [{ txid }] };
    return JSON.stringify([{ txid, weight, sigops, fee, vin: vin.map((input) => ({ txid: input.txid })) }]);
  }
  if (id === 'v1TxPush') return `txHash=${hex}`;
  if (id === 'v1PsbtAddParents') return tx === undefined ? 'PSBT' : unsignedPsbt(tx);
  return bodySchema === undefined ? hex : JSON.stringify([hex]);
}
