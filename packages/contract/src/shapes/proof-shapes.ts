import { type Static, Type } from 'typebox';
import { HashHex, Int } from './terms.ts';

/** Documents whose time stamps SimpleProof has verified, by any key. The static type has the same name. */
export const ProofRecords = Type.Record(
  Type.String(),
  Type.Object({
    file_name: Type.String({ maxLength: 500 }),
    sha256: HashHex,
    ots_verification: Type.String({ maxLength: 500 }),
    block_height: Int,
    block_hash: HashHex,
    /** Unix seconds. */
    block_time: Int,
    simpleproof_url: Type.String({ pattern: '^https://[^\\s"<>]+$', maxLength: 500 }),
    key: Type.Optional(Type.String({ maxLength: 200 })),
  }),
);
export type ProofRecords = Static<typeof ProofRecords>;
