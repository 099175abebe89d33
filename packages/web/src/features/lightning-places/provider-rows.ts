import type { IspRanking } from '@glassblock/contract';
import { lightningPage } from '../lightning/lightning-url.ts';
import type { ShareRow } from './share-row.ts';

/** Returns providers as rows; shares are of the sum of all providers. @param isByNodes otherwise by capacity */
export function providerRows(
  { ispRanking }: IspRanking,
  prefix: string,
  isByNodes: boolean,
  maxRows: number,
): ShareRow[] {
  const amountOf = ([, , sats, , nodes]: IspRanking['ispRanking'][number]) => (isByNodes ? nodes : sats);
  const total = ispRanking.reduce((sum, row) => sum + amountOf(row), 0);
  return ispRanking
    .toSorted((a, b) => amountOf(b) - amountOf(a))
    .slice(0, maxRows)
    .map((row) => {
      const [asNumbers, name, sats, , nodes] = row;
      const share = total === 0 ? 0 : (100 * amountOf(row)) / total;
      return { key: asNumbers, name, to: lightningPage.isp(prefix, asNumbers), share, nodes, sats };
    });
}
