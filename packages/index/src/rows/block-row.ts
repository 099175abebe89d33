import { ByteReader, ByteWriter, type Header, type Height, readHeader, type Weight } from '@glassblock/primitives';

/** Figures of a block that need its previous outputs; amounts in sats, rates in sat/vB. Source: RPC getblockstats */
export interface BlockFigures {
  /** Transactions without the coinbase pay this together. */
  totalFees: number;
  /** Coinbase outputs together. */
  reward: number;
  medianFee: number;
  /** Seven rates. */
  feeRange: number[];
  /** Seven amounts. */
  feePercentiles: number[];
  /** Inputs without the coinbase's. */
  inputs: number;
  /** Outputs, the coinbase's included. */
  outputs: number;
  /** Sats of all outputs without the coinbase's. */
  totalOut: number;
  /** Bytes and weight of all transactions without the coinbase. */
  txSize: number;
  txWeight: number;
  segwitTxs: number;
  segwitSize: number;
  segwitWeight: number;
  coinbaseScript: Uint8Array;
  /** Distinct scripts of coinbase outputs with a value, in order, as far as they fit the bounds below. */
  payoutScripts: Uint8Array[];
}

/** Everything the index keeps of a block itself. */
export interface BlockRow {
  height: Height;
  header: Header;
  size: number;
  weight: Weight;
  txCount: number;
  medianTime: number;
  figures: BlockFigures;
}

const maxPayouts = 200;
const maxPayoutBytes = 1_000;

/** Cuts what a hostile coinbase could blow up. */
export function boundedPayouts(scripts: readonly Uint8Array[]): Uint8Array[] {
  return scripts.filter((script) => script.length <= maxPayoutBytes).slice(0, maxPayouts);
}

/** Header, then sizes and figures; numbers as 64-bit floats where they may have fractions. */
export function encodeBlockRow(row: BlockRow): Uint8Array {
  const { figures } = row;
  const writer = new ByteWriter(512);
  writer.bytes(row.header.bytes);
  for (const value of [row.height, row.size, row.weight, row.txCount, row.medianTime]) writer.u32(value);
  for (const value of floatsOf(figures)) writer.bytes(float64(value));
  writer.lengthPrefixed(figures.coinbaseScript);
  writer.compactSize(figures.payoutScripts.length);
  for (const script of figures.payoutScripts) writer.lengthPrefixed(script);
  return writer.finish();
}

export function decodeBlockRow(bytes: Uint8Array): BlockRow {
  const header = readHeader(bytes.slice(0, 80));
  const reader = new ByteReader(bytes, 80);
  const [height, size, weight, txCount, medianTime] = Array.from({ length: 5 }, () => reader.u32()) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const floats = Array.from({ length: floatCount }, () => {
    const at = reader.take(8);
    return new DataView(at.buffer, at.byteOffset, 8).getFloat64(0);
  });
  const next = () => floats.shift()!;
  const several = (count: number) => Array.from({ length: count }, next);
  const figures: BlockFigures = {
    totalFees: next(),
    reward: next(),
    medianFee: next(),
    feeRange: several(7),
    feePercentiles: several(7),
    inputs: next(),
    outputs: next(),
    totalOut: next(),
    txSize: next(),
    txWeight: next(),
    segwitTxs: next(),
    segwitSize: next(),
    segwitWeight: next(),
    coinbaseScript: reader.lengthPrefixed().slice(),
    payoutScripts: Array.from({ length: reader.compactSize() }, () => reader.lengthPrefixed().slice()),
  };
  return { height: height as Height, header, size, weight: weight as Weight, txCount, medianTime, figures };
}

const floatCount = 25;

function floatsOf(figures: BlockFigures): number[] {
  return [
    figures.totalFees,
    figures.reward,
    figures.medianFee,
    ...figures.feeRange,
    ...figures.feePercentiles,
    figures.inputs,
    figures.outputs,
    figures.totalOut,
    figures.txSize,
    figures.txWeight,
    figures.segwitTxs,
    figures.segwitSize,
    figures.segwitWeight,
  ];
}

function float64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}
