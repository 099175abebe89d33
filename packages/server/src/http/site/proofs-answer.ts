import type { VerifiedProofs } from '../../sources/proofs/verified-proofs.ts';
import { jsonReply, replyOrError, type SiteAnswer, textReply } from './site-answers.ts';

const cacheSeconds = 60;

/** Returns the route of documents that SimpleProof has verified. */
export const proofsAnswer = (proofs: VerifiedProofs, onFailure: (error: unknown) => void): SiteAnswer => ({
  path: 'api/v1/services/sp/verified/:key',
  answer({ key = '' }) {
    const make = async () => {
      const records = await proofs.find(key);
      return records === undefined
        ? textReply(404, 'No such proofs')
        : jsonReply(JSON.stringify(records), cacheSeconds);
    };
    return replyOrError(make, 'Failed to get proofs', onFailure);
  },
});
