import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AssetId } from '@glassblock/primitives/elements';
import type { Secp256k1ZKP } from '@vulpemventures/secp256k1-zkp';
import type { RandomSource } from '../traffic/random-source.ts';
import type { Commitments, ElementsOutputDraft } from './elements-writer.ts';

/** Secrets of an output, known to its owner. Blinders of an explicit output are zeros. */
export interface Unblinded {
  readonly assetId: AssetId;
  readonly value: bigint;
  readonly assetBlinder: Uint8Array;
  readonly valueBlinder: Uint8Array;
}

/** An output to be made; `blindingKey`: public key of a confidential one. */
export interface WantedOutput extends Omit<ElementsOutputDraft, 'commitments'> {
  readonly blindingKey?: Uint8Array;
}

/** Makes commitments and proofs. */
export interface Blinding {
  readonly zkp: Secp256k1ZKP;
  /**
   * Blinds outputs so that they balance with the inputs. An issuance counts as further inputs, explicit ones.
   * @returns the outputs and their secrets
   * @throws {Error} when inputs are confidential and no output is
   */
  blind(
    inputs: readonly Unblinded[],
    outputs: readonly WantedOutput[],
  ): { draft: ElementsOutputDraft; own: Unblinded }[];
}

/** 32 zeros. */
export const noBlinder = new Uint8Array(32);

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);
const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** Bits of a range proof: amounts up to 687 L-BTC. A proof has 2.9 kB and takes about 25 ms. */
const proofBits = '36';

/** Loads the library, which takes about 10 ms. All randomness comes from the source. */
export async function loadBlinding(random: RandomSource): Promise<Blinding> {
  // a CommonJS module whose default export is nested
  const load = createRequire(import.meta.url)('@vulpemventures/secp256k1-zkp') as {
    default: () => Promise<Secp256k1ZKP>;
  };
  const zkp = await load.default();

  /** A number below the order of the curve, with a probability of all but 2^-128. */
  function scalar(): Uint8Array {
    const seed = new Uint8Array(16).map(() => random.between(0, 255));
    return sha256(seed);
  }

  const generatorOf = ({ assetId, assetBlinder }: Unblinded) =>
    isZero(assetBlinder) ? zkp.generator.generate(assetId) : zkp.generator.generateBlinded(assetId, assetBlinder);

  function commit(own: Unblinded, { script, blindingKey }: WantedOutput, inputs: readonly Unblinded[]): Commitments {
    const { value, assetId, assetBlinder, valueBlinder } = own;
    const generator = generatorOf(own);
    const commitment = zkp.pedersen.commitment(String(value), generator, valueBlinder);
    const ephemeral = scalar();
    const nonce = zkp.ecc.pointFromScalar(ephemeral, true)!;
    const shared = sha256(zkp.ecdh(blindingKey!, ephemeral));
    const message = new Uint8Array([...assetId, ...assetBlinder]);
    const rangeProof = zkp.rangeproof.sign(
      String(value),
      commitment,
      generator,
      valueBlinder,
      shared,
      '1',
      '0',
      proofBits,
      message,
      script,
    );
    const tags = inputs.map((input) => input.assetId);
    const { proof, inputIndex } = zkp.surjectionproof.initialize(tags, assetId, 100, scalar());
    const surjectionProof = zkp.surjectionproof.generate(
      proof,
      inputs.map(generatorOf),
      generator,
      inputIndex,
      inputs[inputIndex]!.assetBlinder,
      assetBlinder,
    );
    return { asset: generator, value: commitment, nonce, surjectionProof, rangeProof };
  }

  return {
    zkp,
    blind(inputs, outputs) {
      const last = outputs.findLastIndex(({ blindingKey }) => blindingKey !== undefined);
      if (last === -1 && inputs.some(({ valueBlinder }) => !isZero(valueBlinder)))
        throw new Error('a confidential input needs a confidential output');
      const owns: Unblinded[] = outputs.map(({ assetId, value, blindingKey }) => {
        const isExplicit = blindingKey === undefined;
        return {
          assetId,
          value,
          assetBlinder: isExplicit ? noBlinder : scalar(),
          valueBlinder: isExplicit ? noBlinder : scalar(),
        };
      });
      if (last !== -1) {
        // explicit ones add nothing to the sum; the last confidential output gets the rest
        const ins = inputs.filter((one) => !isZero(one.assetBlinder) || !isZero(one.valueBlinder));
        const outs = owns.filter((_, i) => outputs[i]!.blindingKey !== undefined);
        const all = [...ins, ...outs];
        const valueBlinder = zkp.pedersen.blindGeneratorBlindSum(
          all.map(({ value }) => String(value)),
          all.map(({ assetBlinder }) => assetBlinder),
          all.slice(0, -1).map((one) => one.valueBlinder),
          ins.length,
        );
        owns[last] = { ...owns[last]!, valueBlinder };
      }
      return outputs.map((wanted, i) => {
        const { blindingKey, ...draft } = wanted;
        const own = owns[i]!;
        return {
          own,
          draft: blindingKey === undefined ? draft : { ...draft, commitments: commit(own, wanted, inputs) },
        };
      });
    },
  };
}
