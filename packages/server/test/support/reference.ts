import { createHash } from 'node:crypto';
import type { Outspend, Status, SummaryEntry, Tx, Utxo, Vin, Vout } from '@glassblock/contract';
import { fieldsOf, type NodeClient } from '@glassblock/node';

/**
 * Expected Esplora answers, computed from `getblock H 3` and the node's mempool alone by brute force: no index, no code
 * of the server.
 */
export interface Reference {
  /** Blocks of the best chain by height. */
  blocks: RefBlock[];
  /** Every transaction by id: of the chain, then of the mempool. */
  txs: Map<string, RefTx>;
  /** Mempool ids, oldest first. */
  mempool: string[];
  /** Spendable scripts by their hash (hex), with their address. */
  scripts: Map<string, { address: string | undefined }>;
  outspends(txid: string): Outspend[];
  /** Transactions of a group of scripts, the chain's newest first. */
  confirmed(hashes: readonly string[]): RefTx[];
  /** Those of the mempool, newest first. */
  pending(hashes: readonly string[]): RefTx[];
  summary(hashes: readonly string[]): SummaryEntry[];
  utxos(hash: string): Utxo[];
  stats(hash: string, where: 'chain' | 'pool'): Record<string, number>;
}

/** A reference block. */
export interface RefBlock {
  hash: string;
  height: number;
  time: number;
  medianTime: number;
  txids: string[];
}

/** A reference transaction. */
export interface RefTx {
  tx: Tx;
  hex: string;
  /** Absent in the mempool. */
  at?: { height: number; position: number; time: number };
}

type Fields = Record<string, unknown>;
const list = (value: unknown): Fields[] => (value as unknown[]).map((item) => fieldsOf(item, 'an item'));
const text = (fields: Fields, name: string) => String(fields[name]);
const sats = (btc: unknown) => Math.round(Number(btc) * 1e8);

/** Returns the hex SHA-256 of a script. */
export const hashOf = (scriptHex: string): string =>
  createHash('sha256').update(Buffer.from(scriptHex, 'hex')).digest('hex');

/** @param mempoolOrder mempool ids in order of arrival */
export async function readReference(client: NodeClient, mempoolOrder: readonly string[]): Promise<Reference> {
  const blocks: RefBlock[] = [];
  const txs = new Map<string, RefTx>();
  const count = Number(await client.rpc('getblockcount'));
  for (let height = 0; height <= count; height++) {
    const hash = String(await client.rpc('getblockhash', height));
    const block = fieldsOf(await client.rpc('getblock', hash, 3), 'getblock');
    const time = Number(block['time']);
    const found = list(block['tx']);
    for (const [position, tx] of found.entries()) {
      const status = { confirmed: true, block_height: height, block_hash: hash, block_time: time };
      const made = makeTx(tx, status, (input) => prevoutOf(input));
      txs.set(made.txid, { tx: made, hex: text(tx, 'hex'), at: { height, position, time } });
    }
    const txids = found.map((tx) => text(tx, 'txid'));
    blocks.push({ hash, height, time, medianTime: Number(block['mediantime']), txids });
  }
  for (const txid of mempoolOrder) {
    const tx = fieldsOf(await client.rpc('getrawtransaction', txid, 1), 'getrawtransaction');
    const made = makeTx(tx, { confirmed: false }, (input) => {
      const parent = txs.get(text(input, 'txid'));
      return parent?.tx.vout[Number(input['vout'])] ?? null;
    });
    txs.set(txid, { tx: made, hex: text(tx, 'hex') });
  }
  return answersOf(blocks, txs, [...mempoolOrder]);
}

// ---- one transaction

const types: Record<string, string> = {
  pubkey: 'p2pk',
  pubkeyhash: 'p2pkh',
  scripthash: 'p2sh',
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  anchor: 'anchor',
  multisig: 'multisig',
  nulldata: 'op_return',
};

function voutOf(value: unknown, script: Fields): Vout {
  const hex = text(script, 'hex');
  const address = script['address'];
  return {
    scriptpubkey: hex,
    scriptpubkey_asm: asmOf(hex),
    scriptpubkey_type: types[text(script, 'type')] ?? 'unknown',
    ...(typeof address === 'string' ? { scriptpubkey_address: address } : {}),
    value: sats(value),
  };
}

function prevoutOf(input: Fields): Vout | null {
  if (input['prevout'] === undefined) return null;
  const prevout = fieldsOf(input['prevout'], 'prevout');
  return voutOf(prevout['value'], fieldsOf(prevout['scriptPubKey'], 'scriptPubKey'));
}

function makeTx(tx: Fields, status: Status, findPrevout: (input: Fields) => Vout | null): Tx {
  const vin = list(tx['vin']).map((input): Vin => {
    const witness = input['txinwitness'] as string[] | undefined;
    const isCoinbase = 'coinbase' in input;
    const scriptsig = isCoinbase ? text(input, 'coinbase') : text(fieldsOf(input['scriptSig'], 'scriptSig'), 'hex');
    const prevout = isCoinbase ? null : findPrevout(input);
    return {
      txid: isCoinbase ? '00'.repeat(32) : text(input, 'txid'),
      vout: isCoinbase ? 0xffffffff : Number(input['vout']),
      prevout,
      scriptsig,
      scriptsig_asm: asmOf(scriptsig),
      ...(witness === undefined ? {} : { witness }),
      is_coinbase: isCoinbase,
      sequence: Number(input['sequence']),
      ...(prevout?.scriptpubkey_type === 'p2sh' ? { inner_redeemscript_asm: asmOf(lastPush(scriptsig)) } : {}),
      ...(prevout?.scriptpubkey_type === 'v0_p2wsh' ? { inner_witnessscript_asm: asmOf(witness!.at(-1)!) } : {}),
    };
  });
  const vout = list(tx['vout']).map((output) =>
    voutOf(output['value'], fieldsOf(output['scriptPubKey'], 'scriptPubKey')),
  );
  const paid = vout.reduce((sum, { value }) => sum + value, 0);
  const isCoinbase = vin[0]!.is_coinbase;
  return {
    txid: text(tx, 'txid'),
    version: Number(tx['version']),
    locktime: Number(tx['locktime']),
    vin,
    vout,
    size: Number(tx['size']),
    weight: Number(tx['weight']),
    sigops: sigopsOf(vin, vout),
    fee: isCoinbase ? 0 : vin.reduce((sum, { prevout }) => sum + prevout!.value, 0) - paid,
    status,
  };
}

/** Signature operation cost, for the script types of these chains. */
function sigopsOf(vin: readonly Vin[], vout: readonly Vout[]): number {
  const legacy = vout.filter(({ scriptpubkey_type: type }) => type === 'p2pkh' || type === 'p2pk').length;
  const witness = vin.filter(({ prevout, scriptsig }) => {
    if (prevout?.scriptpubkey_type === 'v0_p2wpkh') return true;
    return prevout?.scriptpubkey_type === 'p2sh' && lastPush(scriptsig).startsWith('0014');
  }).length;
  return legacy * 4 + witness;
}

const names: Record<number, string> = {
  0: 'OP_0',
  79: 'OP_PUSHNUM_NEG1',
  106: 'OP_RETURN',
  117: 'OP_DROP',
  118: 'OP_DUP',
  135: 'OP_EQUAL',
  136: 'OP_EQUALVERIFY',
  169: 'OP_HASH160',
  172: 'OP_CHECKSIG',
};

/** Script asm as Esplora writes it. */
function asmOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const words: string[] = [];
  for (let i = 0; i < bytes.length; ) {
    const op = bytes[i++]!;
    const width = op === 76 ? 1 : op === 77 ? 2 : 0;
    if (op > 0 && op <= 77) {
      const length = width === 0 ? op : bytes.readUIntLE(i, width);
      i += width;
      const word = width === 0 ? `OP_PUSHBYTES_${op}` : `OP_PUSHDATA${width}`;
      const data = bytes.subarray(i, i + length);
      i += length;
      if (data.length < length) words.push(word, '<push past end>');
      else words.push(word, data.toString('hex'));
      continue;
    }
    words.push(op >= 81 && op <= 96 ? `OP_PUSHNUM_${op - 80}` : (names[op] ?? `OP_UNKNOWN_${op}`));
  }
  return words.join(' ');
}

function lastPush(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  let last = '';
  for (let i = 0; i < bytes.length; ) {
    const length = bytes[i++]!;
    last = bytes.subarray(i, i + length).toString('hex');
    i += length;
  }
  return last;
}

// ---- answers

function answersOf(blocks: RefBlock[], txs: Map<string, RefTx>, mempool: string[]): Reference {
  const spends = new Map<string, Outspend>();
  const scripts: Reference['scripts'] = new Map();
  for (const { tx } of txs.values()) {
    tx.vin.forEach((input, vin) => {
      if (input.is_coinbase) return;
      spends.set(`${input.txid}:${input.vout}`, { spent: true, txid: tx.txid, vin, status: tx.status });
    });
    for (const output of tx.vout) {
      if (output.scriptpubkey.startsWith('6a')) continue;
      scripts.set(hashOf(output.scriptpubkey), { address: output.scriptpubkey_address });
    }
  }
  const byScript = new Map<string, RefTx[]>();
  for (const one of txs.values()) {
    const prevouts = one.tx.vin.flatMap(({ prevout }) => prevout ?? []);
    for (const hash of new Set([...prevouts, ...one.tx.vout].map(({ scriptpubkey }) => hashOf(scriptpubkey)))) {
      const known = byScript.get(hash);
      if (known === undefined) byScript.set(hash, [one]);
      else known.push(one);
    }
  }
  const funded = (tx: Tx, wanted: ReadonlySet<string>) =>
    tx.vout.filter(({ scriptpubkey }) => wanted.has(hashOf(scriptpubkey)));
  const spent = (tx: Tx, wanted: ReadonlySet<string>) =>
    tx.vin.flatMap(({ prevout }) => (prevout !== null && wanted.has(hashOf(prevout.scriptpubkey)) ? [prevout] : []));
  const touching = (hashes: readonly string[]) => {
    const [first, ...more] = hashes.map((hash) => byScript.get(hash) ?? []);
    if (more.length === 0) return [...(first ?? [])];
    const wanted = new Set([...(first ?? []), ...more.flat()]);
    return [...txs.values()].filter((one) => wanted.has(one));
  };
  const sum = (outputs: readonly Vout[]) => outputs.reduce((total, { value }) => total + value, 0);
  const confirmed = (hashes: readonly string[]) =>
    touching(hashes)
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => b.at!.height - a.at!.height || b.at!.position - a.at!.position);
  const pending = (hashes: readonly string[]) =>
    touching(hashes)
      .filter(({ at }) => at === undefined)
      .reverse();
  return {
    blocks,
    txs,
    mempool,
    scripts,
    outspends: (txid) =>
      txs.get(txid)!.tx.vout.map((_, vout): Outspend => spends.get(`${txid}:${vout}`) ?? { spent: false }),
    confirmed,
    pending,
    summary: (hashes) =>
      confirmed(hashes).map(({ tx, at }) => ({
        txid: tx.txid,
        height: at!.height,
        value: sum(funded(tx, new Set(hashes))) - sum(spent(tx, new Set(hashes))),
        time: at!.time,
        tx_position: at!.position,
      })),
    utxos: (hash) =>
      [...pending([hash]), ...confirmed([hash])].flatMap(({ tx }) =>
        tx.vout.flatMap(({ scriptpubkey, value }, vout): Utxo[] => {
          if (hashOf(scriptpubkey) !== hash || spends.has(`${tx.txid}:${vout}`)) return [];
          return [{ txid: tx.txid, vout, status: tx.status, value }];
        }),
      ),
    stats(hash, where) {
      const own = new Set([hash]);
      const theirs = (where === 'chain' ? confirmed([hash]) : pending([hash])).map(({ tx }) => tx);
      const ins = theirs.flatMap((tx) => funded(tx, own));
      const outs = theirs.flatMap((tx) => spent(tx, own));
      return {
        tx_count: theirs.length,
        funded_txo_count: ins.length,
        funded_txo_sum: sum(ins),
        spent_txo_count: outs.length,
        spent_txo_sum: sum(outs),
      };
    },
  };
}
