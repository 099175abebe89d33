import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { CodedError } from '@glassblock/primitives';

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const scryptCost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const saltBytes = 16;
const hashBytes = 32;
/** Minimum characters of a password. */
export const minPasswordLength = 10;
const maxPasswordLength = 200;
/** Maximum concurrent hashes, and waiting ones: each takes 19 MiB and a thread. */
const maxRunning = 2;
const maxWaiting = 50;

const scrypt = promisify<string, Uint8Array, number, crypto.ScryptOptions, Buffer>(crypto.scrypt);
// absent before Node 24.7
const argon2 = crypto.argon2 === undefined ? undefined : promisify(crypto.argon2);

type Kind = 'argon2id' | 'scrypt';

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a hash when fewer than two run. @throws {CodedError} services.busy when too many wait */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new CodedError('services.busy', 'too many passwords are being checked');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

const derive = (kind: Kind, password: string, salt: Uint8Array): Promise<Buffer> =>
  limited(() => {
    if (kind === 'scrypt') return scrypt(password, salt, hashBytes, scryptCost);
    if (argon2 === undefined) throw new Error('this Node.js has no argon2');
    return argon2('argon2id', { message: password, nonce: salt, tagLength: hashBytes, ...argon2Cost });
  });

/** Returns whether a password may be set. */
export const isPassword = (password: string): boolean =>
  password.length >= minPasswordLength && password.length <= maxPasswordLength;

/** Returns the hash of a password with its parameters: argon2id, or scrypt where Node.js has no argon2id. */
export async function hashPassword(password: string): Promise<string> {
  const kind: Kind = argon2 === undefined ? 'scrypt' : 'argon2id';
  const salt = crypto.randomBytes(saltBytes);
  const hash = await derive(kind, password, salt);
  return [kind, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** A hash of no password, compared where there is none, so that the answer takes as long. */
const noPassword = `${argon2 === undefined ? 'scrypt' : 'argon2id'}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Returns whether a password is that of a stored hash; takes as long without one. */
export async function isPasswordOf(stored: string | null | undefined, password: string): Promise<boolean> {
  const [kind, salt = '', hash = ''] = (stored ?? noPassword).split('$');
  const derived = await derive(kind as Kind, password.slice(0, maxPasswordLength), Buffer.from(salt, 'base64url'));
  const isSame = crypto.timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
  return isSame && stored !== null && stored !== undefined && password.length <= maxPasswordLength;
}
