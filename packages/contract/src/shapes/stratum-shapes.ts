import { type Static, Type } from 'typebox';
import { Int } from './terms.ts';

const hex = (maxLength: number) => Type.String({ pattern: '^[0-9a-fA-F]*$', maxLength });

/**
 * Stratum job: the work that a mining pool sends to its miners; `received` in milliseconds. The static type has the
 * same name.
 */
export const StratumJob = Type.Object(
  {
    /** Unique id of the mining pool. */
    pool: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    height: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    coinbase: hex(40_000),
    scriptsig: hex(400),
    reward: Type.Integer({ minimum: 0, maximum: 2_100_000_000_000_000 }),
    jobId: Type.String({ maxLength: 200 }),
    extraNonce: hex(100),
    extraNonce2Size: Type.Integer({ minimum: 0, maximum: 100 }),
    prevHash: hex(64),
    coinbase1: hex(40_000),
    coinbase2: hex(40_000),
    merkleBranches: Type.Array(Type.String({ pattern: '^[0-9a-fA-F]{64}$' }), { maxItems: 20 }),
    version: hex(8),
    bits: hex(8),
    time: hex(8),
    timestamp: Int,
    cleanJobs: Type.Boolean(),
    received: Int,
  },
  { additionalProperties: false },
);
export type StratumJob = Static<typeof StratumJob>;
