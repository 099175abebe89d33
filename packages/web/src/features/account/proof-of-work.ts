import type { Challenge } from 'altcha-lib';
import type { CallService } from './service-client.ts';

/**
 * Solves a proof of work of the server, which takes about half a second.
 * @returns undefined where it cannot be: on pages without HTTPS; the server accepts a few requests without one
 */
export async function solveProof(call: CallService): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const [answer, { solveChallenge }, { deriveKey }] = await Promise.all([
    call<Challenge>('/auth/challenge'),
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  if (!answer.ok) return undefined;
  const solution = await solveChallenge({ challenge: answer.body, deriveKey });
  return btoa(JSON.stringify({ challenge: answer.body, solution }));
}
