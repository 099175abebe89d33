import { chainMethods } from './rpc-chain.ts';
import { type Method, numberParam, type RpcContext, textParam } from './rpc-context.ts';
import { RpcError, rpcCode } from './rpc-error.ts';
import { clusterMethods, mempoolMethods } from './rpc-mempool.ts';

/** Methods that change the simulation: two names that test nodes have, and `devnode <command> ...` for all others. */
const movingMethods: Readonly<Record<string, Method>> = {
  generate: (params, { command }) => command('mine', [numberParam(params, 0, 1)]),
  generatetoaddress: (params, { command }) => command('mine', [numberParam(params, 0, 1)]),
  devnode: (params, { command }) => command(textParam(params, 0), params.slice(1)),
};

const common: Readonly<Record<string, Method>> = { ...chainMethods, ...mempoolMethods, ...movingMethods };

/**
 * Calls a method by name.
 * @throws {RpcError} -32601 for a name unknown to this profile, -28 while warming up
 */
export async function callMethod(name: string, params: readonly unknown[], context: RpcContext): Promise<unknown> {
  const { faults, profile } = context;
  const table = Object.hasOwn(common, name) ? common : profile.clusters ? clusterMethods : {};
  const method = Object.hasOwn(table, name) && !faults.missing.has(name) ? table[name] : undefined;
  if (faults.warmingUp && name !== 'devnode') throw new RpcError(rpcCode.inWarmup, 'Loading block index…');
  if (method === undefined) throw new RpcError(rpcCode.methodNotFound, 'Method not found');
  return method(params, context);
}
