import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';

/** Signed tokens of sessions (JWT, EdDSA), which other programs can verify without the database. */
export interface SignedTokens {
  sign(claims: { userId: number; username: string; sessionId: number }): Promise<string>;
  /** Returns the session of a token; undefined when it is not valid or has expired. */
  verify(token: string): Promise<number | undefined>;
}

const algorithm = 'EdDSA';
const issuer = 'glassblock';
/** A token of an ended session is refused here at once, elsewhere after this time. */
const lifetimeSeconds = 900;
const keyFile = 'token-key.pem';

/** Opens the key of a directory, which is created at the first start and readable by its owner only. */
export function openSignedTokens(directory: string, nowSeconds: () => number): SignedTokens {
  const path = join(directory, keyFile);
  try {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const privateKey = createPrivateKey(readFileSync(path));
  const publicKey = createPublicKey(privateKey);
  return {
    sign: ({ userId, username, sessionId }) =>
      new SignJWT({ username, sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(userId))
        .setIssuer(issuer)
        .setIssuedAt(nowSeconds())
        .setExpirationTime(nowSeconds() + lifetimeSeconds)
        .sign(privateKey),
    async verify(token) {
      try {
        const currentDate = new Date(nowSeconds() * 1000);
        const { payload } = await jwtVerify(token, publicKey, { algorithms: [algorithm], issuer, currentDate });
        return Number.isSafeInteger(payload['sid']) ? (payload['sid'] as number) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
