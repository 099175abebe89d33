import {
  addressOf,
  difficultyOf,
  displayHash,
  type NetworkRow,
  opcodeNames,
  readHeader,
  readScript,
  type ScriptType,
  scriptType,
  type Transaction,
  type TxOutput,
  targetOf,
  toHex,
} from '@glassblock/primitives';
import type { ChainState, StoredBlock } from '../state/chain-state.ts';
import type { Utxo } from '../state/utxo.ts';

type Json = Record<string, unknown>;

const typeNames: Readonly<Partial<Record<ScriptType, string>>> = {
  p2pk: 'pubkey',
  p2pkh: 'pubkeyhash',
  p2sh: 'scripthash',
  v0_p2wpkh: 'witness_v0_keyhash',
  v0_p2wsh: 'witness_v0_scripthash',
  v1_p2tr: 'witness_v1_taproot',
  anchor: 'anchor',
  multisig: 'multisig',
  op_return: 'nulldata',
};

/** Converts sats to BTC with up to eight decimals, as the node writes amounts. */
export const btc = (sats: number): number => sats / 1e8;

const satsOf = (output: TxOutput): number => Number(output.value);

/** Returns a script in Core's asm: pushes as bare hex, small numbers as numbers. */
export function coreAsm(script: Uint8Array): string {
  const words: string[] = [];
  for (const { opcode, data, truncated } of readScript(script)) {
    if (truncated) words.push('[error]');
    else if (data !== undefined) words.push(data.length === 0 ? '0' : toHex(data));
    else if (opcode === 0x4f) words.push('-1');
    else if (opcode >= 0x51 && opcode <= 0x60) words.push(String(opcode - 0x50));
    else words.push(opcodeNames[opcode] ?? 'OP_UNKNOWN');
  }
  return words.join(' ');
}

/** Returns the `scriptPubKey` object of an output. */
export function scriptJson(script: Uint8Array, network: NetworkRow): Json {
  const address = addressOf(script, network);
  return {
    asm: coreAsm(script),
    desc: address === undefined ? `raw(${toHex(script)})` : `addr(${address})`,
    hex: toHex(script),
    ...(address === undefined ? {} : { address }),
    type: typeNames[scriptType(script)] ?? 'nonstandard',
  };
}

/**
 * Returns a transaction as getrawtransaction 1 and getblock 2 do.
 * @param spent prevouts: adds the fee
 * @param prevouts adds them to each input too (getblock 3)
 */
export function txJson(tx: Transaction, network: NetworkRow, spent?: readonly Utxo[], prevouts = false): Json {
  const outputs = tx.outputs();
  const fee =
    spent === undefined || tx.isCoinbase
      ? undefined
      : spent.reduce((total, utxo) => total + satsOf(utxo), 0) -
        outputs.reduce((total, output) => total + satsOf(output), 0);
  return {
    txid: displayHash(tx.txid),
    hash: displayHash(tx.wtxid),
    version: tx.version,
    size: tx.size,
    vsize: Math.ceil(tx.vsize),
    weight: tx.weight,
    locktime: tx.locktime,
    vin: tx.inputs().map((input, index) => {
      const witness = input.witness.length === 0 ? {} : { txinwitness: input.witness.map(toHex) };
      if (tx.isCoinbase) return { coinbase: toHex(input.scriptSig), ...witness, sequence: input.sequence };
      const utxo = prevouts ? spent?.[index] : undefined;
      return {
        txid: displayHash(input.prevTxid),
        vout: input.prevVout,
        scriptSig: { asm: coreAsm(input.scriptSig), hex: toHex(input.scriptSig) },
        ...witness,
        ...(utxo === undefined
          ? {}
          : {
              prevout: {
                generated: utxo.coinbase,
                height: utxo.height,
                value: btc(satsOf(utxo)),
                scriptPubKey: scriptJson(utxo.script, network),
              },
            }),
        sequence: input.sequence,
      };
    }),
    vout: outputs.map((output, n) => ({
      value: btc(satsOf(output)),
      n,
      scriptPubKey: scriptJson(output.script, network),
    })),
    ...(fee === undefined ? {} : { fee: btc(fee) }),
    hex: toHex(tx.raw),
  };
}

/** Returns 64 hex digits of a number. */
export const hex256 = (value: bigint): string => value.toString(16).padStart(64, '0');

/** Returns a header as getblockheader does. */
export function headerJson(stored: StoredBlock, chain: ChainState): Json {
  const header = readHeader(stored.header);
  const active = chain.isActive(stored);
  const next = active ? chain.at(stored.height + 1)?.hash : undefined;
  return {
    hash: stored.hash,
    confirmations: active ? chain.height - stored.height + 1 : -1,
    height: stored.height,
    version: header.version,
    versionHex: header.version.toString(16).padStart(8, '0'),
    merkleroot: displayHash(header.merkleRoot),
    time: stored.time,
    mediantime: stored.medianTime,
    nonce: header.nonce,
    bits: header.bits.toString(16).padStart(8, '0'),
    target: hex256(targetOf(header.bits)),
    difficulty: difficultyOf(header.bits),
    chainwork: hex256(stored.chainWork),
    nTx: stored.txCount,
    ...(stored.height === 0 ? {} : { previousblockhash: stored.prevHash }),
    ...(next === undefined ? {} : { nextblockhash: next }),
  };
}
