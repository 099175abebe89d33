import type { BlockRow } from '@glassblock/index';
import { blockIdBytes, entryRate, type ForecastInputs } from '@glassblock/mempool/forecast';
import { displayHash, type Header, isCoded } from '@glassblock/primitives';
import { bodyOfBlock } from '../network/chain/block-body.ts';
import { familiesOf } from '../network/chain/block-packages.ts';
import { type ChainContext, withIndex } from '../network/chain/chain-context.ts';
import type { ForecastBlock, ForecastSource } from './forecasting.ts';

/**
 * Returns chain and mempool of a network as a forecast source.
 * @param inputs of the mempool
 */
export function forecastSourceOf(
  context: ChainContext,
  inputs: () => Promise<ForecastInputs | undefined>,
): ForecastSource {
  async function blockAt(height: number): Promise<ForecastBlock | undefined> {
    const [header] = (await withIndex(context, (view) => view.headersAt([height]))) ?? [];
    return header === undefined ? undefined : blockOf(header, height);
  }

  return {
    inputs,
    blockAt,
    async tip() {
      const height = await withIndex(context, async (view) => view.tip?.height);
      return height === undefined ? undefined : blockAt(height);
    },
    async entryRate({ height, id }, waitingWeight) {
      try {
        return await withIndex(context, async (view) => {
          const [row] = await view.blocksAt([height]);
          // another block may have this height meanwhile: the next step handles it
          if (row === undefined || !isBlock(row, id)) return undefined;
          const { txs } = await familiesOf(
            displayHash(row.header.hash),
            await bodyOfBlock(context.bodies, view, row, false),
          );
          const paying = txs.slice(1).map(({ rate, relative }) => ({ rate, weight: relative.weight }));
          return entryRate({ txs: paying, weight: row.weight, waitingWeight });
        });
      } catch (error) {
        if (isCoded(error, 'node.no-data') || isCoded(error, 'node.unknown-block')) return undefined;
        throw error;
      }
    },
  };
}

const blockOf = ({ hash, time }: Header, height: number): ForecastBlock => ({
  height,
  id: hash.slice(0, blockIdBytes),
  time,
});

const isBlock = ({ header }: BlockRow, id: Uint8Array) => id.every((byte, i) => header.hash[i] === byte);
