import { createHash, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** Returns a new random text of 256 bits. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

/** Returns the form in which a random text is stored. It needs no salt: it cannot be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
