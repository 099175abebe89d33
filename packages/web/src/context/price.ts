import { createContext } from 'react';

/** What a bitcoin costs now in the visitor's currency; undefined while nobody says, and for coins without value. */
export const PriceContext = createContext<number | undefined>(undefined);

/** Coins of this network are paid for: those of test networks and of simulated ones are not. */
export const hasValue = (network: string): boolean => network === 'mainnet' || network === 'liquid';
