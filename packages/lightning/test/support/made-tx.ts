import { ByteWriter, fromHex, readWholeTransaction, type Transaction } from '@glassblock/primitives';

/** An input of a made transaction. */
export interface MadeInput {
  txid: Uint8Array;
  vout: number;
  /** Items as hex. */
  witness: string[];
  sequence?: number;
}

/** An output of a made transaction; the script is hex. */
export interface MadeOutput {
  value: number;
  script: string;
}

/** Serializes a transaction and reads it back. */
export function madeTx(inputs: MadeInput[], outputs: MadeOutput[], locktime = 0): Transaction {
  const writer = new ByteWriter().u32(2).u8(0).u8(1).compactSize(inputs.length);
  for (const { txid, vout, sequence } of inputs)
    writer
      .bytes(txid)
      .u32(vout)
      .u8(0)
      .u32(sequence ?? 0xffffffff);
  writer.compactSize(outputs.length);
  for (const { value, script } of outputs) writer.u64(value).lengthPrefixed(fromHex(script));
  for (const { witness } of inputs) {
    writer.compactSize(witness.length);
    for (const item of witness) writer.lengthPrefixed(fromHex(item));
  }
  return readWholeTransaction(writer.u32(locktime).finish());
}

/** P2WSH output script of a numbered key. */
export const p2wsh = (n: number) => `0020${n.toString(16).padStart(2, '0').repeat(32)}`;
/** P2WPKH output script. */
export const p2wpkh = (n: number) => `0014${n.toString(16).padStart(2, '0').repeat(20)}`;
/** P2TR output script. */
export const p2tr = (n: number) => `5120${n.toString(16).padStart(2, '0').repeat(32)}`;

const signature = `30${'44'.repeat(70)}01`;
const schnorr = '55'.repeat(64);
const key = (n: number) => `02${n.toString(16).padStart(2, '0').repeat(32)}`;
const xOnly = (n: number) => n.toString(16).padStart(2, '0').repeat(32);
const control = `c0${'77'.repeat(32)}`;

/** The 2-of-2 funding script of BOLT 3, appendix C. */
export const fundingScript =
  '5221023da092f6980e58d2c037173180e9a465476026ee50f96695963e8efe436f54eb21030e9f7b623d2ccc7c9bd44d66d5ce21ce504c0acf6385a132cec6d3c39fa711c152ae';
/** The to_local script of BOLT 3, appendix C. */
export const toLocalScript =
  '63210212a140cd0c6539d07cd08dfe09984dec3251ea808b892efeac3ede9402bf2b1967029000b2752103fd5960528dc152014952efdb702a88f71e3c1653b2314431701ec77e57fde83c68ac';
/** The script of HTLC 2, offered, of BOLT 3, appendix C. */
export const offeredScript =
  '76a91414011f7254d96b819c76986c277d115efce6f7b58763ac67210394854aa6eab5b2a8122cc726e9dded053a2184d88256816826d6231c068d4a5b7c820120876475527c21030d417a46946384f88d5f3337267c5e579765875dc4daca813e21734b140639e752ae67a914b43e1b38138a41b37f7cd9a1d274bc63e3a9b5d188ac6868';
/** The script of HTLC 0, received, of BOLT 3, appendix C. */
export const receivedScript =
  '76a91414011f7254d96b819c76986c277d115efce6f7b58763ac67210394854aa6eab5b2a8122cc726e9dded053a2184d88256816826d6231c068d4a5b7c8201208763a914b8bcb07f6344b42ab04250c86a6e8b75d3fdbbc688527c21030d417a46946384f88d5f3337267c5e579765875dc4daca813e21734b140639e752ae677502f401b175ac6868';
const anchored = (script: string) => `${script.slice(0, -2)}51b27568`;

/** Witnesses that spend outputs of a commitment transaction, by their meaning. */
export const spends = {
  funding: ['', signature, signature, fundingScript],
  fundingKeyPath: [schnorr],
  toLocalRevoked: [signature, '01', toLocalScript],
  toLocalDelayed: [signature, '', toLocalScript],
  toRemote: [signature, `21${key(3)}ad51b2`],
  anchor: [signature, `21${key(4)}ac736460b268`],
  anchorSwept: ['', `21${key(4)}ac736460b268`],
  offeredRevoked: [signature, key(5), offeredScript],
  offeredPreimage: [signature, xOnly(6), anchored(offeredScript)],
  offeredTimeout: ['', signature, signature, '', offeredScript],
  receivedRevoked: [signature, key(5), anchored(receivedScript)],
  receivedTimeout: [signature, '', receivedScript],
  receivedPreimage: ['', signature, signature, xOnly(6), anchored(receivedScript)],
  wallet: [signature, key(9)],
  taprootKeyPath: [schnorr],
  taprootToRemote: [schnorr, `20${xOnly(1)}ac51b275`, control],
  taprootDelayed: [schnorr, `20${xOnly(1)}ac029000b275`, control],
  taprootRevoked: [schnorr, `20${xOnly(1)}7520${xOnly(2)}ac`, control],
  taprootAnchorSwept: ['60b2', control],
  taprootOfferedTimeout: [schnorr, schnorr, `20${xOnly(1)}ad20${xOnly(2)}ac`, control],
  taprootOfferedPreimage: [schnorr, xOnly(6), `82012088a914${'ab'.repeat(20)}8820${xOnly(1)}ac51b275`, control],
  taprootReceivedTimeout: [schnorr, `20${xOnly(1)}ac51b27502f401b175`, control],
  taprootReceivedPreimage: [
    ...[schnorr, schnorr, xOnly(6)],
    `82012088a914${'ab'.repeat(20)}8820${xOnly(1)}ad20${xOnly(2)}ac`,
    control,
  ],
} as const satisfies Record<string, readonly string[]>;

/** Lock time and sequence of the first commitment transaction of BOLT 3, appendix C. */
export const commitment = { locktime: 0x2052193e, sequence: 0x802bb038 };
