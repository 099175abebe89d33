import { fieldsOf, textField } from '@glassblock/node';
import type { RealNode } from '@glassblock/node/testing';

/** Addresses of every type that the chain below uses repeatedly. */
export interface Actors {
  legacy: string;
  nested: string;
  segwit: string;
  taproot: string;
  /** Has more payments than two pages. */
  popular: string;
}

interface Spendable {
  txid: string;
  vout: number;
  amount: number;
}

const outputsOf = (pairs: readonly (readonly [string, number])[]) =>
  pairs.map(([address, btc]) => ({ [address]: btc.toFixed(8) }));

/**
 * Pays several outputs in one transaction; `data` adds an OP_RETURN output.
 * @returns the txid
 */
export async function payMany(
  node: RealNode,
  pairs: readonly (readonly [string, number])[],
  data?: string,
): Promise<string> {
  const outputs = [...outputsOf(pairs), ...(data === undefined ? [] : [{ data }])];
  const answer = fieldsOf(await node.client.rpc('send', outputs, null, 'unset', 3), 'send');
  return textField(answer, 'txid');
}

/**
 * Pays one taproot or segwit script twice in one transaction. The node has no call for that: the script of another
 * output of the same length is replaced.
 * @returns the txid
 */
export async function payTwice(node: RealNode, address: string, first: number, second: number): Promise<string> {
  const scriptOf = async (text: string) =>
    textField(fieldsOf(await node.client.rpc('getaddressinfo', text), 'getaddressinfo'), 'scriptPubKey');
  const script = await scriptOf(address);
  const other = await node.newAddress(script.length === 68 ? 'bech32m' : 'bech32');
  const outputs = outputsOf([
    [address, first],
    [other, second],
  ]);
  const raw = String(await node.client.rpc('createrawtransaction', [], outputs));
  const twice = raw.replace(await scriptOf(other), script);
  const funded = fieldsOf(await node.client.rpc('fundrawtransaction', twice, { fee_rate: 3 }), 'funded');
  const signed = fieldsOf(await node.client.rpc('signrawtransactionwithwallet', funded['hex']), 'signed');
  return String(await node.client.rpc('sendrawtransaction', signed['hex']));
}

/** Keeps the wallet from spending the UTXOs of these addresses. */
export async function guard(node: RealNode, addresses: readonly string[]): Promise<void> {
  const utxos = (await node.client.rpc('listunspent', 0, 9_999, addresses)) as Spendable[];
  const locked = (await node.client.rpc('listlockunspent')) as Spendable[];
  const isLocked = (utxo: Spendable) => locked.some(({ txid, vout }) => txid === utxo.txid && vout === utxo.vout);
  const free = utxos.filter((utxo) => !isLocked(utxo)).map(({ txid, vout }) => ({ txid, vout }));
  if (free.length > 0) await node.client.rpc('lockunspent', false, free);
}

/**
 * Spends all UTXOs of an address in one transaction, to another address.
 * @returns the txid
 */
export async function sweep(node: RealNode, from: string, to: string, min = 1): Promise<string> {
  await node.client.rpc('lockunspent', true);
  const utxos = (await node.client.rpc('listunspent', min, 9_999, [from])) as Spendable[];
  return spend(node, utxos, to);
}

/**
 * Spends exactly these UTXOs to one address.
 * @returns the txid
 */
export async function spend(node: RealNode, utxos: readonly Spendable[], to: string): Promise<string> {
  const total = utxos.reduce((sum, { amount }) => sum + Math.round(amount * 1e8), 0) / 1e8;
  const inputs = utxos.map(({ txid, vout }) => ({ txid, vout }));
  const options = { inputs, add_inputs: false, subtract_fee_from_outputs: [0], replaceable: true };
  const answer = await node.client.rpc('send', outputsOf([[to, total]]), null, 'unset', 2, options);
  return textField(fieldsOf(answer, 'send'), 'txid');
}

/**
 * Creates blocks with payments, batches, several inputs of one script, unconfirmed chains inside a block and bare data.
 */
export async function makeVariedChain(node: RealNode): Promise<Actors> {
  const actors: Actors = {
    legacy: await node.newAddress('legacy'),
    nested: await node.newAddress('p2sh-segwit'),
    segwit: await node.newAddress('bech32'),
    taproot: await node.newAddress('bech32m'),
    popular: await node.newAddress('bech32'),
  };
  const kinds = [actors.legacy, actors.nested, actors.segwit, actors.taproot];
  const all = Object.values(actors);
  for (let round = 0; round < 9; round++) {
    for (const [i, address] of kinds.entries()) {
      await node.pay(address, 0.1 + i / 100 + round / 1000);
      await guard(node, all);
    }
    await payMany(node, [...kinds.map((address) => [address, 0.02] as const), [actors.popular, 0.003]], 'cafe0123');
    for (let i = 0; i < 7; i++) {
      await guard(node, all);
      await node.pay(actors.popular, 0.001 * (i + 1), { feeRate: 2 + i });
    }
    await guard(node, all);
    await payTwice(node, round % 2 === 0 ? actors.taproot : actors.segwit, 0.011, 0.012);
    if (round % 3 === 2) {
      for (const [i, address] of kinds.entries()) await sweep(node, address, kinds[(i + round) % 4]!);
      await sweep(node, actors.popular, actors.popular);
    }
    await guard(node, all);
    await node.mine(1);
  }
  return actors;
}

/**
 * Mines a block without mempool transactions.
 * @returns its hash
 */
export async function mineEmpty(node: RealNode): Promise<string> {
  const answer = await node.client.rpc('generateblock', await node.newAddress(), []);
  return textField(fieldsOf(answer, 'generateblock'), 'hash');
}
