/**
 * A simulated Bitcoin node for the demo and for tests. It serves RPC, REST and ZMQ on loopback like Core and Knots, so
 * the explorer uses its own node client; its chain and mempool are seeded and repeatable.
 * Example:
 *     const devnode = await createDevnode({ profile: 'core31', seed: 1, live: false, blocks: 20, mempoolSize: 100 });
 *     devnode.commands.tx('parent').pays('p2wpkh', 50_000).pays('p2tr').feeRate(2).add();
 *     devnode.commands.mine();
 * With the option `lightning` it has a Lightning network on its chain, served like lnd's REST API.
 * It is not an implementation of consensus: its bytes are valid serializations with correct merkle roots, commitments,
 * weights and amounts, but signatures are not valid, scripts are not run, coinbases are spendable immediately,  and no
 * block has proof of work.
 */
export type { Commands, ReorgOptions } from './commands.ts';
export { createDevnode, type Devnode, type DevnodeOptions } from './devnode.ts';
export type { WrongKind } from './faults.ts';
export type { ProfileName } from './profiles.ts';
export type { NodeEvent } from './state/node-state.ts';
export type { PayTo, TxBuilder, TxSpec } from './traffic/named-tx.ts';
