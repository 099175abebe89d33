import type { BlockRow, TxNumber } from '@glassblock/index';
import type { ChainBlock, ChannelOutput, LightningChain, Spender, TxPosition } from '@glassblock/lightning';
import { type Height, isSats, type Transaction } from '@glassblock/primitives';
import { bodyOfBlock } from '../../network/chain/block-body.ts';
import { type ChainContext, indexBehind, isIndexBehind } from '../../network/chain/chain-context.ts';
import { type ChainReader, withChain } from '../../network/chain/chain-reader.ts';
import { minedTxsAlone } from '../../network/chain/mined-txs.ts';

const numberOf = ({ height, position }: TxPosition): TxNumber => ({ height: height as Height, position });
const blockOf = ({ height, header }: BlockRow): ChainBlock => ({ height, hash: header.hash, time: header.time });

/** Answers the chain queries of the Lightning graph from the index. */
export function createIndexChain(context: () => ChainContext): LightningChain {
  const inChain = async <T>(work: (chain: ChainReader) => Promise<T>): Promise<T> => {
    const answer = await withChain(context(), work);
    if (answer === undefined) throw indexBehind(context());
    return answer;
  };
  const txsOf = ({ view, rowsAt }: ChainReader, numbers: readonly TxNumber[]) =>
    minedTxsAlone({ view, rowsAt, bodies: context().bodies }, numbers);

  return {
    async tip() {
      if (isIndexBehind(context())) return undefined;
      return inChain(async ({ view }) => {
        const [row] = view.tip === undefined ? [] : await view.blocksAt([view.tip.height]);
        return row === undefined ? undefined : blockOf(row);
      });
    },
    blockAt: (height) =>
      inChain(async ({ view }) => {
        const [row] = await view.blocksAt([height]);
        return row === undefined ? undefined : blockOf(row);
      }),
    transactions: ({ hash }) =>
      inChain(async ({ view }) => {
        const known = await view.blockByHash(hash);
        if (known === undefined || known.stale) return undefined;
        const body = await bodyOfBlock(context().bodies, view, known.row, false);
        return transactionsOf(body.txCount, body.tx);
      }),
    outputs: (places) =>
      inChain(async (chain) => {
        const rows = await chain.view.blocksAt(places.map(({ height }) => height));
        const isThere = places.map(({ position }, i) => position < (rows[i]?.txCount ?? 0));
        const numbers = places.filter((_, i) => isThere[i]).map(numberOf);
        const txs = await txsOf(chain, numbers);
        let next = 0;
        return places.map(({ vout }, i) => (isThere[i] ? outputOf(txs[next++]!, vout, rows[i]!) : undefined));
      }),
    fundingTx: (position) =>
      inChain(async ({ view, many }) => {
        const [row] = await view.blocksAt([position.height]);
        if (position.position >= (row?.txCount ?? 0)) return undefined;
        const [found] = await many([numberOf(position)]);
        const spent = found!.prevouts.map(({ value }) => (isSats(value) ? value : 0));
        return { tx: found!.tx, spentSats: spent.reduce((sum: number, value) => sum + value, 0) };
      }),
    spenders: (of) =>
      inChain(async (chain) => {
        const heights = await chain.view.blocksAt(of.map(({ height }) => height));
        const known = of.filter(({ position }, i) => position < (heights[i]?.txCount ?? 0));
        const found = await chain.view.spendersOf(known.map((each) => ({ number: numberOf(each) })));
        const spenders = found.map((each) => [...each]);
        const numbers = spenders.flatMap((each) => each.map(([, { number }]) => number));
        const txs = await txsOf(chain, numbers);
        const rows = await chain.rowsAt(numbers.map(({ height }) => height));
        let next = 0;
        const read = spenders.map(
          (each) =>
            new Map(
              each.map(([vout, { number, vin }]): [number, Spender] => {
                const time = rows.get(number.height)!.header.time;
                return [vout, { ...number, tx: txs[next++]!, input: vin, time }];
              }),
            ),
        );
        let at = 0;
        return of.map((each) => (known[at] === each ? read[at++]! : new Map()));
      }),
  };
}

function* transactionsOf(count: number, tx: (position: number) => Transaction): Generator<Transaction> {
  for (let position = 0; position < count; position++) yield tx(position);
}

function outputOf(tx: Transaction, vout: number, { header }: BlockRow): ChannelOutput | undefined {
  if (vout >= tx.outputCount) return undefined;
  const { value } = tx.output(vout);
  return { txid: tx.txid, valueSats: isSats(value) ? value : 0, time: header.time };
}
