import type { Treasuries } from '@glassblock/contract';
import { type BalancePoint, thinned } from './wallet-view.ts';

/** A treasury, reduced to the fields that pages show. */
export interface TreasuryRow {
  name: string;
  wallet: string;
  /** Sats. */
  balance: number;
  addressCount: number;
  history: readonly BalancePoint[];
}

const maxPoints = 120;

/** Returns the treasuries, largest first. */
export const treasuryRows = (treasuries: Treasuries): TreasuryRow[] =>
  treasuries
    .map(({ name, wallet, verifiedAddresses, balances }) => {
      let last = 0;
      const history = balances.map(({ time, balance }): BalancePoint => [(last = Math.max(last, time)), balance]);
      return {
        name,
        wallet,
        balance: balances.at(-1)?.balance ?? 0,
        addressCount: verifiedAddresses.length,
        history: thinned(history, maxPoints),
      };
    })
    .sort((a, b) => b.balance - a.balance);

const firstSubsidy = 5_000_000_000;

/** Returns the sats that all blocks up to a height have created. @param interval blocks between halvings */
export function supplyAt(height: number, interval: number): number {
  let [left, subsidy, total] = [height + 1, firstSubsidy, 0];
  while (left > 0 && subsidy > 0) {
    const blocks = Math.min(left, interval);
    total += blocks * subsidy;
    left -= blocks;
    subsidy = Math.floor(subsidy / 2);
  }
  return total;
}
