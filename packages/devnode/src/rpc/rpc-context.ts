import type { Faults } from '../faults.ts';
import type { Profile } from '../profiles.ts';
import type { StoredBlock } from '../state/chain-state.ts';
import type { NodeState } from '../state/node-state.ts';
import { unpackUndo } from '../state/undo-data.ts';
import type { Utxo } from '../state/utxo.ts';
import { RpcError, rpcCode } from './rpc-error.ts';

/** Parts of the node that RPC methods operate on. */
export interface RpcContext {
  readonly node: NodeState;
  readonly profile: Profile;
  readonly faults: Faults;
  /** Seconds. */
  now(): number;
  /** Address of the ZMQ socket; empty while it is closed. */
  zmqAddress(): string;
  uptime(): number;
  /** Runs a simulation command by name: the RPC method `devnode`. */
  command(name: string, args: readonly unknown[]): Promise<unknown>;
}

/** The parameters of one call, by position. */
export type Params = readonly unknown[];
/** Handler of an RPC method. */
export type Method = (params: Params, context: RpcContext) => unknown;

/**
 * Reads a string parameter.
 * @throws {RpcError} -3
 */
export function textParam(params: Params, index: number): string {
  const value = params[index];
  if (typeof value !== 'string') throw new RpcError(rpcCode.typeError, `JSON value is not a string as expected`);
  return value;
}

/**
 * Reads a number, or `fallback` when absent.
 * @throws {RpcError} -3
 */
export function numberParam(params: Params, index: number, fallback?: number): number {
  const value = params[index] ?? fallback;
  if (typeof value !== 'number') throw new RpcError(rpcCode.typeError, 'JSON value is not a number as expected');
  return value;
}

/** Reads a verbosity: a number, or a boolean as older callers send it. */
export function verbosityParam(params: Params, index: number, fallback: number): number {
  const value = params[index] ?? fallback;
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : fallback;
}

/**
 * Reads 64 hex digits.
 * @throws {RpcError} -8
 */
export function hashParam(params: Params, index: number, name: string): string {
  const value = textParam(params, index);
  if (value.length !== 64) {
    throw new RpcError(
      rpcCode.invalidParameter,
      `${name} must be of length 64 (not ${value.length}, for '${value.slice(0, 80)}')`,
    );
  }
  if (!/^[0-9a-fA-F]{64}$/.test(value)) {
    throw new RpcError(rpcCode.invalidParameter, `${name} must be hexadecimal string (not '${value}')`);
  }
  return value.toLowerCase();
}

/**
 * Reads a block hash and returns its block.
 * @throws {RpcError} -5
 */
export function blockParam(params: Params, index: number, { node }: RpcContext): StoredBlock {
  const block = node.chain.block(hashParam(params, index, 'blockhash'));
  if (block === undefined) throw new RpcError(rpcCode.notFound, 'Block not found');
  return block;
}

/**
 * Returns the bytes of a block.
 * @throws {RpcError} -1 when it was pruned
 */
export function bodyOf(block: StoredBlock): Uint8Array {
  const { bytes } = block;
  if (bytes === undefined) throw new RpcError(rpcCode.misc, 'Block not available (pruned data)');
  return bytes;
}

/** Returns the prevouts of each transaction, the coinbase's empty list first; fails like bodyOf. */
export function undoOf(block: StoredBlock): Utxo[][] {
  const { undo } = block;
  if (undo === undefined) throw new RpcError(rpcCode.misc, 'Block not available (pruned data)');
  return unpackUndo(undo);
}
