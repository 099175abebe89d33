import { displayHash, toHex } from '../../bytes/bytes.ts';
import { type DynafedParams, extraRootOf } from '../block/dynafed.ts';
import type { ElementsHeader } from '../block/header.ts';

/** Federation parameters in Esplora's JSON form: empty for null ones. */
export type PlainParams =
  | Record<string, never>
  | { signblockscript: string; signblock_witness_limit: number; elided_root: string }
  | {
      signblockscript: string;
      signblock_witness_limit: number;
      fedpeg_program: string;
      fedpegscript: string;
      extension_space: string[];
    };

/** The `ext` of a block in Esplora's JSON form. */
export type PlainHeaderExt =
  | { challenge: string; solution: string }
  | { current: PlainParams; proposed: PlainParams; signblock_witness: string[] };

function plainParams(params: DynafedParams): PlainParams {
  if (params.type === 'null') return {};
  const signing = {
    signblockscript: toHex(params.signBlockScript),
    signblock_witness_limit: params.maxBlockWitness,
  };
  if (params.type === 'compact') return { ...signing, elided_root: displayHash(extraRootOf(params)!) };
  return {
    ...signing,
    fedpeg_program: toHex(params.fedpegProgram),
    fedpegscript: toHex(params.fedpegScript),
    extension_space: params.extensionSpace.map(toHex),
  };
}

/** Converts signatures and federation parameters of a header to the `ext` of Esplora's JSON form. */
export function plainHeaderExt({ proof }: ElementsHeader): PlainHeaderExt {
  if (proof.type === 'signed') return { challenge: toHex(proof.challenge), solution: toHex(proof.solution) };
  return {
    current: plainParams(proof.current),
    proposed: plainParams(proof.proposed),
    signblock_witness: proof.signBlockWitness.map(toHex),
  };
}
