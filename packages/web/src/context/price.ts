import { createContext } from 'react';

/** The current bitcoin price in the visitor's currency; undefined when unknown or without value. */
export const PriceContext = createContext<number | undefined>(undefined);

/** Returns true for a network whose bitcoin have value, or, on the demo, simulated prices. */
export const hasValue = (network: string): boolean => ['mainnet', 'liquid', 'demo'].includes(network);
