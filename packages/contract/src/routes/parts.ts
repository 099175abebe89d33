import { Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';

/** What several groups of routes are declared with. */
export const Text = Type.String();
export const Bytes = Type.Unknown();
export const txidParam = { txid: 'transaction id, 64 hex digits' };
export const hashParam = { hash: 'block hash, 64 hex digits' };
export const heightParam = { height: 'block height' };
export const nodeErrors = ['node.unavailable', 'node.no-data'] as const satisfies ErrorCode[];
