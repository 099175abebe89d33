import secp256k1 from '@vulpemventures/secp256k1-zkp';
import type { Commitments } from './unblind.ts';

/**
 * Compiles secp256k1-zkp. Its module is about a megabyte, so this file is only imported when a link needs it.
 * @throws where WebAssembly is not available
 */
export default async function loadCommitments(): Promise<Commitments> {
  const { generator, pedersen } = await secp256k1();
  return { generator: generator.generateBlinded, commitment: pedersen.commitment };
}
