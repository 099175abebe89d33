/** A real node for tests, transactions on it that need no signature, and free ports. */
export { freePorts } from './free-ports.ts';
export { mineOpenUtxos, type OpenUtxo, openTx, sendAll } from './open-utxos.ts';
export { type RealNode, startRealNode } from './real-node.ts';
