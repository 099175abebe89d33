/**
 * A simulated Bitcoin node for the demo and for tests. It speaks RPC, REST and ZMQ on a loopback port as Core and Knots do,
 * so the explorer's own node client is the only way in; its chain and pool are seeded and repeatable.
 *
 *     const devnode = await createDevnode({ profile: 'core31', seed: 1, live: false, blocks: 20, poolSize: 100 });
 *     const parent = devnode.commands.tx('parent').pays('p2wpkh', 50_000).pays('p2tr').feeRate(2).add();
 *     devnode.commands.tx('child').spends('parent', 0).feeRate(40).add();
 *     devnode.commands.mine();
 *     await devnode.stop();
 *
 * It is not an implementation of consensus: its bytes are valid serialisations with right merkle roots, commitments, weights
 * and amounts, but signatures verify nothing, scripts are not run, coinbases may be spent at once, and difficulty stays.
 */
export type { Commands, ReorgOptions } from './commands.ts';
export { createDevnode, type Devnode, type DevnodeOptions } from './devnode.ts';
export type { WrongKind } from './faults.ts';
export type { PayTo, TxBuilder, TxSpec } from './named-tx.ts';
export type { NodeEvent } from './node-state.ts';
export type { ProfileName } from './profiles.ts';
