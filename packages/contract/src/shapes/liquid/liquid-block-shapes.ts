import { type Static, Type } from 'typebox';
import { commonBlockFields } from '../shapes.ts';
import { closed, HashHex, Hex, Int } from '../terms.ts';

/*
 * Wire shapes of blocks on Liquid. Each exported type is the static type of the schema of the same name.
 */

const signing = { signblockscript: Hex, signblock_witness_limit: Int };

/** Federation parameters: none, without those of the federation, or all. */
const FederationParams = Type.Union([
  Type.Object({}, closed),
  Type.Object({ ...signing, elided_root: HashHex }, closed),
  Type.Object({ ...signing, fedpeg_program: Hex, fedpegscript: Hex, extension_space: Type.Array(Hex) }, closed),
]);

/** Signatures of a block: by a fixed script, or by that of a dynamic federation. */
export const HeaderExt = Type.Union([
  Type.Object({ challenge: Hex, solution: Hex }, closed),
  Type.Object({ current: FederationParams, proposed: FederationParams, signblock_witness: Type.Array(Hex) }, closed),
]);
export type HeaderExt = Static<typeof HeaderExt>;

/** A block in a list: without proof of work, and without signatures. */
export const LiquidBlock = Type.Object(commonBlockFields, closed);
export type LiquidBlock = Static<typeof LiquidBlock>;

/** A single block, with its signatures. */
export const LiquidBlockWithExt = Type.Object({ ...commonBlockFields, ext: HeaderExt }, closed);
export type LiquidBlockWithExt = Static<typeof LiquidBlockWithExt>;
