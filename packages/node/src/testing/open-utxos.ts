import { addressOf, ByteWriter, fromHex, networks, readTransaction, sha256, toHex } from '@glassblock/primitives';
import { fieldsOf, textField } from '../answers.ts';
import type { NodeClient } from '../client.ts';

/** An output spendable without a signature, so that thousands of transactions can be made per second. */
export interface OpenUtxo {
  /** Internal order. */
  txid: Uint8Array;
  vout: number;
  value: number;
  /** Its witness script, always true. */
  script: Uint8Array;
}

/** Pushes as many bytes as a signature, not zero and so true. */
const openWitness = new Uint8Array([72, ...new Uint8Array(72).fill(1)]);
/** P2WSH: standard to pay to and to spend. */
const outputTo = (script: Uint8Array) => new Uint8Array([0x00, 0x20, ...sha256(script)]);
const outputsEach = 2_000;
const blocksToMature = 100;
const batchSize = 500;

/**
 * Returns a transaction from open UTXOs to open UTXOs.
 * @param spends at least one
 * @param values sats of its outputs
 * @param padding bytes of an additional OP_RETURN output
 * @param script of the outputs, always true by default
 */
export function openTx(
  spends: readonly OpenUtxo[],
  values: readonly number[],
  padding = 0,
  script: Uint8Array = openWitness,
) {
  const output = outputTo(script);
  const writer = new ByteWriter(1024).u32(2).u8(0).u8(1).compactSize(spends.length);
  for (const { txid, vout } of spends) writer.bytes(txid).u32(vout).compactSize(0).u32(0xfffffffd);
  writer.compactSize(values.length + (padding > 0 ? 1 : 0));
  for (const value of values) writer.u64(value).lengthPrefixed(output);
  if (padding > 0) writer.u64(0).lengthPrefixed(new Uint8Array([0x6a, 0x4c, padding, ...new Uint8Array(padding)]));
  for (const spend of spends) writer.compactSize(1).lengthPrefixed(spend.script);
  const raw = writer.u32(0).finish();
  const { txid, weight } = readTransaction(raw);
  const utxos = values.map((value, vout): OpenUtxo => ({ txid, vout, value, script }));
  return { raw, txid, weight, utxos };
}

/** Mines blocks on a regtest node until it has this many confirmed open UTXOs of at least `value` sats. */
export async function mineOpenUtxos(client: NodeClient, count: number, value: number): Promise<OpenUtxo[]> {
  const address = addressOf(outputTo(openWitness), networks.regtest)!;
  const mine = async (blocks: number) => (await client.rpc('generatetoaddress', blocks, address)) as string[];
  const utxos: OpenUtxo[] = [];
  const fee = 50 * outputsEach;
  const hashes = await mine(Math.ceil((count * value) / 5e9) + 2);
  await mine(blocksToMature);
  for (const hash of hashes) {
    const block = fieldsOf(await client.rpc('getblock', hash, 2), 'getblock');
    const coinbase = (block['tx'] as Record<string, unknown>[])[0]!;
    const source = readTransaction(fromHex(textField(coinbase, 'hex')));
    let left: OpenUtxo = {
      txid: source.txid,
      vout: 0,
      value: source.output(0).value as number,
      script: openWitness,
    };
    while (utxos.length < count && left.value > value + 2 * fee) {
      const outputs = Math.min(outputsEach, count - utxos.length, Math.floor((left.value - 2 * fee) / value));
      const change = left.value - outputs * value - fee;
      const fan = openTx([left], [...Array.from({ length: outputs }, () => value), change]);
      await client.rpc('sendrawtransaction', toHex(fan.raw));
      utxos.push(...fan.utxos.slice(0, outputs));
      left = fan.utxos[outputs]!;
      await mine(1);
    }
  }
  if (utxos.length < count) throw new Error(`${utxos.length} UTXOs only`);
  return utxos;
}

/**
 * Sends transactions to the node's mempool.
 * @throws {Error} with the node's message on the first rejected one
 */
export async function sendAll(client: NodeClient, raws: readonly Uint8Array[]): Promise<void> {
  for (let i = 0; i < raws.length; i += batchSize) {
    const calls = raws.slice(i, i + batchSize).map((raw) => ({ method: 'sendrawtransaction', params: [toHex(raw)] }));
    for (const outcome of await client.batch(calls)) {
      if ('error' in outcome) throw new Error(`the node rejects a transaction: ${outcome.error.message}`);
    }
  }
}
