/** A real node for tests, and transactions on it that need no signature. */
export { mineOpenCoins, type OpenCoin, openTx, sendAll } from './open-coins.ts';
export { type RealNode, startRealNode } from './real-node.ts';
