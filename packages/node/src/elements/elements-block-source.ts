import { CodedError, displayHash, isCoded } from '@glassblock/primitives';
import {
  type ElementsBlock,
  type ElementsOutput,
  type ElementsTransaction,
  readElementsBlock,
  readElementsHeader,
  spendsElementsOutput,
} from '@glassblock/primitives/elements';
import type { NodeClient } from '../client.ts';
import { bytesOfHex, missing } from '../raw-blocks.ts';
import { elementsTransactions } from './elements-transactions.ts';

/** A block with the outputs that it spends. */
export interface ElementsBlockBytes {
  readonly block: ElementsBlock;
  /**
   * By transaction, then by input. Undefined where no output of this chain is spent: a coinbase, a peg-in, and the
   * inputs of the genesis block.
   */
  readonly spent: readonly (readonly (ElementsOutput | undefined)[])[];
}

/** An outpoint to be looked up. */
export interface Outpoint {
  /** Internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
}

/**
 * Returns the outputs of outpoints, in order, as far as known; for example from the index. Elements has no call that
 * returns spent outputs with their assets: REST `spenttxouts` is missing, and the prevouts of `getblock 3` have neither
 * asset nor commitments.
 */
export type OutputLookup = (outpoints: readonly Outpoint[]) => Promise<readonly (ElementsOutput | undefined)[]>;

/** Blocks of an Elements node by hash. */
export interface ElementsBlockSource {
  /**
   * Returns the serialized block.
   * @throws {CodedError} node.no-data pruned; node.unknown-block; node.bad-answer; as NodeClient
   */
  block(hash: Uint8Array): Promise<Uint8Array>;
  /**
   * Returns a block with its spent outputs: from the block itself, from `lookup`, then from the node's transaction index.
   * @throws {CodedError} node.no-data when an output cannot be found; as block
   */
  blockWithSpent(hash: Uint8Array): Promise<ElementsBlockBytes>;
  /** Returns the header as serialized, also of stale blocks. */
  header(hash: Uint8Array): Promise<Uint8Array>;
}

/** Creates a block source. @param rest whether REST is enabled */
export function createElementsBlockSource(
  client: NodeClient,
  rest: boolean,
  lookup: OutputLookup = async (outpoints) => outpoints.map(() => undefined),
): ElementsBlockSource {
  async function block(hash: Uint8Array): Promise<Uint8Array> {
    const id = displayHash(hash);
    const bytes = rest
      ? await missing(client.rest(`block/${id}.bin`), id)
      : await bytesOfHex(client, 'getblock', id, 0);
    checkHash(bytes, id);
    return bytes;
  }

  return {
    block,
    async blockWithSpent(hash) {
      const read = readElementsBlock(await block(hash));
      return { block: read, spent: await spentBy(client, read, lookup) };
    },
    async header(hash) {
      const id = displayHash(hash);
      const bytes = await bytesOfHex(client, 'getblockheader', id, false);
      checkHash(bytes, id);
      return bytes;
    },
  };
}

function checkHash(bytes: Uint8Array, id: string): void {
  if (displayHash(readElementsHeader(bytes).hash) !== id) {
    throw new CodedError('node.bad-answer', 'the node returned another block than requested', { datum: id });
  }
}

async function spentBy(
  client: NodeClient,
  { txs, header }: ElementsBlock,
  lookup: OutputLookup,
): Promise<(ElementsOutput | undefined)[][]> {
  const own = new Map(txs.map((tx) => [displayHash(tx.txid), tx]));
  const spent = txs.map((tx) => new Array<ElementsOutput | undefined>(tx.inputCount).fill(undefined));
  const open: { tx: number; input: number; outpoint: Outpoint }[] = [];
  txs.forEach((tx, at) => {
    tx.inputs().forEach((input, index) => {
      if (!spendsElementsOutput(input, tx, header.height)) return;
      const { prevTxid: txid, prevVout: vout } = input;
      const parent = own.get(displayHash(txid));
      if (parent === undefined) open.push({ tx: at, input: index, outpoint: { txid, vout } });
      else spent[at]![index] = outputOf(parent, vout);
    });
  });
  const found = await lookup(open.map(({ outpoint }) => outpoint));
  const unknown = open.filter(({ tx, input }, i) => (spent[tx]![input] = found[i]) === undefined);
  const parents = await transactionsOf(client, [...new Set(unknown.map(({ outpoint }) => displayHash(outpoint.txid)))]);
  for (const { tx, input, outpoint } of unknown) {
    spent[tx]![input] = outputOf(parents.get(displayHash(outpoint.txid))!, outpoint.vout);
  }
  return spent;
}

function outputOf(tx: ElementsTransaction, vout: number): ElementsOutput {
  if (vout >= tx.outputCount) {
    throw new CodedError('node.bad-answer', 'a block spends an output that does not exist', {
      datum: `${displayHash(tx.txid)}:${vout}`,
    });
  }
  return tx.output(vout);
}

/** Returns transactions of the node's index by txid. */
async function transactionsOf(client: NodeClient, txids: readonly string[]): Promise<Map<string, ElementsTransaction>> {
  const wanted = txids.map((txid) => ({ txid }));
  const txs = await elementsTransactions(client, wanted, noTransaction);
  return new Map(txs.map((tx, i) => [txids[i]!, tx]));
}

/** The node does not find a confirmed transaction without its transaction index. */
function noTransaction(txid: string, cause: CodedError): CodedError {
  if (!isCoded(cause, 'node.rpc')) return cause;
  return new CodedError('node.no-data', 'a spent output cannot be read: the node needs txindex=1', {
    datum: txid,
    cause,
  });
}
