import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '@glassblock/primitives';
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

/** The file has a complete key or does not exist, also when the process ends meanwhile. */
function createKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

function readKey(path: string): KeyObject {
  const text = readFileSync(path);
  try {
    return createPrivateKey(text);
  } catch (cause) {
    const sentence = 'the key of signed tokens is damaged; without the file, the next start creates another one';
    throw new CodedError('services.token-key', `"${path}": ${sentence}`, { cause });
  }
}

/**
 * Opens the key of a directory, which is created at the first start and readable by its owner only.
 * @throws {CodedError} services.token-key if it is damaged; errors of the file system
 */
export function openSignedTokens(directory: string, nowSeconds: () => number): SignedTokens {
  const path = join(directory, keyFile);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // also when it is empty: power failed while it was created
  if (size === 0) createKey(path);
  const privateKey = readKey(path);
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
