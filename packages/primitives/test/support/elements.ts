import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  type DynafedParams,
  type ElementsHeader,
  type ElementsTransaction,
  type Issuance,
  isCommitment,
} from '../../src/elements/index.ts';
import { ByteWriter, fromHex, type OutputValue } from '../../src/index.ts';

const folder = new URL('../fixtures/elements/', import.meta.url);

function readText(path: string): string {
  const bytes = readFileSync(new URL(path, folder));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').trim();
}

const filesOf = (path: string, extension: string): string[] =>
  readdirSync(new URL(path, folder))
    .filter((name) => name.replace(/\.gz$/, '').endsWith(extension))
    .sort();

/** A transaction in the node's answer to `getblock HASH 2`: the fields that the tests compare. */
export interface NodeTx {
  txid: string;
  wtxid: string;
  version: number;
  size: number;
  vsize: number;
  weight: number;
  discountvsize: number;
  discountweight: number;
  locktime: number;
  hex: string;
  fee: Record<string, number>;
  vin: NodeInput[];
  vout: NodeOutput[];
}

/** An input in that answer. */
export interface NodeInput {
  coinbase?: string;
  txid?: string;
  vout?: number;
  scriptSig?: { hex: string };
  sequence: number;
  is_pegin?: boolean;
  txinwitness?: string[];
  pegin_witness?: string[];
  issuance?: {
    assetBlindingNonce: string;
    assetEntropy: string;
    isreissuance: boolean;
    asset: string;
    token?: string;
    assetamount?: number;
    assetamountcommitment?: string;
    tokenamount?: number;
    tokenamountcommitment?: string;
  };
}

/** An output in that answer. */
export interface NodeOutput {
  value?: number;
  asset?: string;
  valuecommitment?: string;
  assetcommitment?: string;
  commitmentnonce: string;
  surjectionproof?: string;
  scriptPubKey: {
    hex: string;
    type: string;
    address?: string;
    pegout_chain?: string;
    pegout_hex?: string;
    pegout_address?: string;
  };
}

/** Parameters of a dynamic federation in that answer. */
export interface NodeParams {
  type: string;
  root?: string;
  signblockscript?: string;
  max_block_witness?: number;
  extra_root?: string;
  fedpeg_program?: string;
  fedpegscript?: string;
  extension_space?: string[];
}

/** A recorded block: its bytes, and the node's own description. */
export interface RecordedBlock {
  name: string;
  bytes: Uint8Array;
  answer: {
    hash: string;
    height: number;
    version: number;
    merkleroot: string;
    mediantime: number;
    time: number;
    previousblockhash?: string;
    size: number;
    strippedsize: number;
    weight: number;
    signblock_challenge?: string;
    signblock_witness_hex: string | string[];
    dynamic_parameters?: { current: NodeParams; proposed: NodeParams };
    tx: NodeTx[];
  };
}

/** Returns the blocks of the recorded chain by height. */
export const recordedChain = (): Uint8Array[] => readText('chain.hex.gz').split('\n').map(fromHex);

/** Returns the blocks with an answer of the node, in order of their names. */
export function recordedBlocks(): RecordedBlock[] {
  const chain = recordedChain();
  return filesOf('blocks', '.json').map((file) => {
    const name = file.split('.')[0]!;
    const height = /^h(\d+)$/.exec(name)?.[1];
    const bytes = height === undefined ? fromHex(readText(`blocks/${name}.hex`)) : chain[Number(height)]!;
    return { name, bytes, answer: JSON.parse(readText(`blocks/${file}`)).result };
  });
}

/** Returns a file of the crate `elements` by name, without extension. */
export function crateBytes(name: string): Uint8Array {
  const file = filesOf('crate', '.hex').find((other) => other.startsWith(`${name}.`))!;
  return fromHex(readText(`crate/${file}`));
}

/** Returns a JSON fixture. */
export const elementsJson = (name: string): unknown => JSON.parse(readText(name));

function writeValue(writer: ByteWriter, value: OutputValue | undefined): void {
  if (value === undefined) writer.u8(0);
  else if (isCommitment(value)) writer.bytes(value);
  else writer.u8(1).bytes(fromHex(BigInt(value).toString(16).padStart(16, '0')));
}

function writeIssuance(writer: ByteWriter, issuance: Issuance): void {
  writer.bytes(issuance.blindingNonce).bytes(issuance.entropyField);
  writeValue(writer, issuance.amount);
  writeValue(writer, issuance.tokenAmount);
}

function writeVectors(writer: ByteWriter, items: readonly Uint8Array[]): void {
  writer.compactSize(items.length);
  for (const item of items) writer.lengthPrefixed(item);
}

/** Serializes a transaction again from the fields that were read. */
export function encodeElementsTransaction(tx: ElementsTransaction): Uint8Array {
  const writer = new ByteWriter(tx.size)
    .u32(tx.version)
    .u8(tx.hasWitness ? 1 : 0)
    .compactSize(tx.inputCount);
  for (const input of tx.inputs()) {
    const flags = (input.isPegIn ? 0x40000000 : 0) + (input.issuance === undefined ? 0 : 0x80000000);
    writer
      .bytes(input.prevTxid)
      .u32(input.prevVout + flags)
      .lengthPrefixed(input.scriptSig)
      .u32(input.sequence);
    if (input.issuance !== undefined) writeIssuance(writer, input.issuance);
  }
  writer.compactSize(tx.outputCount);
  for (const { assetId, assetCommitment, value, nonce, script } of tx.outputs()) {
    if (assetId !== undefined) writer.u8(1).bytes(assetId);
    else writer.bytes(assetCommitment!);
    writeValue(writer, value);
    writer.bytes(nonce ?? Uint8Array.of(0)).lengthPrefixed(script);
  }
  writer.u32(tx.locktime);
  if (!tx.hasWitness) return writer.finish();
  for (const input of tx.inputs()) {
    writer.lengthPrefixed(input.issuanceProof).lengthPrefixed(input.tokenProof);
    writeVectors(writer, input.witness);
    writeVectors(writer, input.pegInWitness);
  }
  for (const { surjectionProof, rangeProof } of tx.outputs()) {
    writer.lengthPrefixed(surjectionProof).lengthPrefixed(rangeProof);
  }
  return writer.finish();
}

function writeParams(writer: ByteWriter, params: DynafedParams): void {
  if (params.type === 'null') {
    writer.u8(0);
    return;
  }
  writer
    .u8(params.type === 'compact' ? 1 : 2)
    .lengthPrefixed(params.signBlockScript)
    .u32(params.maxBlockWitness);
  if (params.type === 'compact') writer.bytes(params.extraRoot);
  else {
    writer.lengthPrefixed(params.fedpegProgram).lengthPrefixed(params.fedpegScript);
    writeVectors(writer, params.extensionSpace);
  }
}

/** Serializes a header again from the fields that were read. */
export function encodeElementsHeader({
  version,
  prevHash,
  merkleRoot,
  time,
  height,
  proof,
}: ElementsHeader): Uint8Array {
  const isDynafed = proof.type === 'dynafed';
  const writer = new ByteWriter(1024).u32(isDynafed ? version + 0x80000000 : version);
  writer.bytes(prevHash).bytes(merkleRoot).u32(time).u32(height);
  if (proof.type === 'signed') return writer.lengthPrefixed(proof.challenge).lengthPrefixed(proof.solution).finish();
  writeParams(writer, proof.current);
  writeParams(writer, proof.proposed);
  writeVectors(writer, proof.signBlockWitness);
  return writer.finish();
}
