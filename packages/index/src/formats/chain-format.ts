import type { Height } from '@glassblock/primitives';
import type { BlockColumns } from '@glassblock/primitives/columns';
import type { ElementsBlock } from '@glassblock/primitives/elements';
import type { View } from '@glassblock/store';
import type { PlanRows } from '../planning/plan-rows.ts';
import type { BlockRow } from '../rows/block/block-row.ts';

/** Additional values in the columns of an Elements block. */
export interface ElementsColumns {
  readonly block: ElementsBlock;
  /** For each input, its index in the transaction: peg-ins are left out of the columns. */
  readonly vin: Uint32Array;
  /** For each input, the index of the spent output without the flags of the serialized one. */
  readonly prevVout: Uint32Array;
  /** For each output, 1 if it states a fee. */
  readonly isFee: Uint8Array;
}

/** Columns of a block of any chain. */
export interface ChainColumns extends BlockColumns {
  /** Undefined on Bitcoin chains. */
  readonly elements?: ElementsColumns;
}

/** A block that is connected, as the rows of its chain need it. */
export interface ConnectedBlock {
  readonly view: View;
  readonly columns: ChainColumns;
  readonly height: number;
  /** Number of its first transaction. */
  readonly first: number;
}

/** The output scripts of a block. */
export interface BlockScripts {
  readonly prevHash: Uint8Array;
  readonly scripts: Iterable<Uint8Array>;
}

/** How the blocks of a chain are read, and which rows they have in addition to those of every chain. */
export interface ChainFormat {
  readonly name: 'bitcoin' | 'elements';
  /** Version of the rows, in the meta row. */
  readonly version: number;
  /** How the operator removes an index of another version, as part of a sentence. */
  readonly rebuildHint: string;
  /** True: the rows of `cells` locate transactions in serialized blocks. */
  readonly hasCells: boolean;
  /**
   * Reads a block and the outputs that it spends.
   * @throws {CodedError} of the codecs
   */
  readColumns(block: Uint8Array, spent: Uint8Array): ChainColumns;
  /** Returns the hash of the previous block, and the scripts of all outputs with an address or without. */
  readScripts(block: Uint8Array): BlockScripts;
  /** Returns the spent outputs of the genesis block, which has none, and for which nodes do not answer. */
  genesisSpent(block: Uint8Array): Uint8Array;
  /** Returns the txid of a transaction of a serialized block. */
  txidAt(block: Uint8Array, position: number): Uint8Array | undefined;
  /** @throws {CodedError} index.bad-block */
  blockRow(columns: ChainColumns & { parent: Int32Array }, height: Height, medianTime: number): BlockRow;
  encodeBlockRow(row: BlockRow): Uint8Array;
  decodeBlockRow(row: Uint8Array): BlockRow;
  /** Adds the rows that only this format has. */
  connect?(block: ConnectedBlock, rows: PlanRows): Promise<void>;
  /** Removes the rows that `connect` added. */
  disconnect?(block: Omit<ConnectedBlock, 'columns'>, rows: PlanRows): Promise<void>;
}
