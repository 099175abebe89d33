/** A real node for tests, and transactions on it that need no signature. */
export { mineOpenUtxos, type OpenUtxo, openTx, sendAll } from './open-utxos.ts';
export { type RealNode, startRealNode } from './real-node.ts';
