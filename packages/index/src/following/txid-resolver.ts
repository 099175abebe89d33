import { CodedError, displayHash, equalBytes } from '@glassblock/primitives';
import type { ChainMap } from '../chain-map.ts';
import type { ChainSource } from '../chain-source.ts';
import type { ChainFormat } from '../formats/chain-format.ts';
import type { IndexView } from '../index-reader.ts';
import type { Resolver } from '../planning/block-plan.ts';
import type { TxNumber } from '../tx-number.ts';

/**
 * Creates a resolver that distinguishes transactions whose keys share their bits, by stored ids or else by their
 * bodies.
 */
export function txidResolver(index: IndexView, map: ChainMap, source: ChainSource, { txidAt }: ChainFormat): Resolver {
  return async (txids, candidates) => {
    const numbers: number[] = [];
    for (const [i, txid] of txids.entries()) {
      const places = candidates[i]!.map((number) => map.placeOf(number));
      const found = await newestWithId(index, (hash, position) => txidIn(source, txidAt, hash, position), txid, places);
      if (found === undefined) {
        throw new CodedError('index.bad-block', 'a block spends a transaction that is not in the index', {
          datum: displayHash(txid),
        });
      }
      numbers.push(map.numberAt(found));
    }
    return numbers;
  };
}

async function newestWithId(
  index: IndexView,
  read: (hash: Uint8Array, position: number) => Promise<Uint8Array | undefined>,
  txid: Uint8Array,
  places: readonly TxNumber[],
): Promise<TxNumber | undefined> {
  const ids = await index.txids(places);
  for (const [i, place] of [...places.entries()].reverse()) {
    let id = ids[i];
    if (id === undefined) {
      const [row] = await index.blocksAt([place.height]);
      id = await read(row!.header.hash, place.position);
    }
    if (id !== undefined && equalBytes(id, txid)) return place;
  }
  return undefined;
}

async function txidIn(
  source: ChainSource,
  txidAt: ChainFormat['txidAt'],
  hash: Uint8Array,
  position: number,
): Promise<Uint8Array | undefined> {
  const { block } = await source.blockWithSpent(hash);
  return txidAt(block, position);
}
