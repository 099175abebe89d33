import { randomBytes } from 'node:crypto';
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Challenges that a browser solves before it is served, so that mass requests are expensive. */
export interface ProofOfWork {
  create(): Promise<Challenge>;
  /** Returns whether a challenge is solved, for the first time. @param payload base64 of the JSON of Altcha */
  verify(payload: string): Promise<boolean>;
}

/** 256 keys on average. */
const work = { algorithm: 'PBKDF2/SHA-256', keyPrefix: '00' };
const lifetimeSeconds = 600;
const maxPayloadLength = 3_000;
/** Maximum stored solutions; the oldest is dropped above it. */
const maxUsed = 100_000;

/** Creates challenges with a secret of this process. @param cost hashes for each key: 5,000 take a phone half a second */
export function createProofOfWork(nowSeconds: () => number, cost: number): ProofOfWork {
  const hmacSignatureSecret = randomBytes(32).toString('hex');
  const used = new Set<string>();
  return {
    create: () =>
      createChallenge({
        ...work,
        cost,
        deriveKey,
        hmacSignatureSecret,
        expiresAt: nowSeconds() + lifetimeSeconds,
      }),
    async verify(text) {
      const payload = text.length > maxPayloadLength ? undefined : parse(text);
      if (payload === undefined) return false;
      const { challenge, solution } = payload;
      const { nonce, expiresAt } = challenge.parameters;
      if (used.has(nonce) || !(Number(expiresAt) > nowSeconds())) return false;
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
      // another request with the same solution may have come first
      if (!verified || used.has(nonce)) return false;
      used.add(nonce);
      for (const oldest of used) {
        if (used.size <= maxUsed) break;
        used.delete(oldest);
      }
      return true;
    },
  };
}

function parse(text: string): Payload | undefined {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<Payload> | null;
    const parameters = value?.challenge?.parameters;
    if (typeof parameters?.nonce !== 'string' || typeof value?.challenge?.signature !== 'string') return undefined;
    return value as Payload;
  } catch {
    return undefined;
  }
}
