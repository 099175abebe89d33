import { createHash } from 'node:crypto';
import { CodedError } from '@glassblock/primitives';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type Database, isDuplicate } from '../database/database.ts';
import { verifiedUser } from './sessions.ts';
import { forUser, type User } from './users.ts';

/** Registers passkeys and signs in with them. Every challenge is answered once, within five minutes. */
export interface Passkeys {
  registrationOptions(user: User): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** @throws {CodedError} services.bad-passkey */
  register(user: User, response: unknown, name: string): Promise<void>;
  /** The options name no user: the authenticator has the choice of its passkeys. */
  signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Returns the verified user of a passkey; undefined when any check fails. */
  signIn(response: unknown): Promise<User | undefined>;
}

/** A passkey as its user sees it. */
export interface ListedPasskey {
  id: number;
  name: string;
  added: number;
  last_used: number | null;
}

const challengeSeconds = 300;
/** Challenges that are not answered; the oldest is dropped when there are more. */
const maxChallenges = 20_000;
const maxPasskeys = 20;
const maxNameLength = 60;

/**
 * Stands for an unknown passkey, so that it takes as much work as a known one: a COSE key with the base point of P-256,
 * whose private key is 1. Its signatures are refused all the same.
 */
const unknownPasskey = {
  public_key: Buffer.from(
    'a5010203262001' +
      '2158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
      '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  ).toString('base64url'),
  counter: 0,
  transports: '',
};

/** Loaded with the first passkey: it takes a tenth of a second and some MB. */
const library = () => import('@simplewebauthn/server');

/**
 * Creates the passkeys of a site.
 * @param origin of the pages, such as `https://host`; passkeys belong to its host
 */
export function createPasskeys(database: Database, origin: string, nowSeconds: () => number): Passkeys {
  const rpID = new URL(origin).hostname;
  const challenges = createChallenges(nowSeconds);
  const expected = (of: string) => ({
    expectedChallenge: (challenge: string) => challenges.take(challenge, of),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  });
  return {
    async registrationOptions(user) {
      const known = await credentialsOf(database, user.id);
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: rpID,
        rpID,
        userName: user.email ?? user.username,
        userDisplayName: user.username,
        // reveals nothing about the user, and is the same for all passkeys of one user
        userID: new Uint8Array(createHash('sha256').update(`glassblock user ${user.id}`).digest()),
        excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      });
      challenges.add(options.challenge, `user ${user.id}`);
      return options;
    },
    async register(user, response, name) {
      const { verifyRegistrationResponse } = await library();
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...expected(`user ${user.id}`),
      }).catch(() => undefined);
      if (verified?.verified !== true) throw new CodedError('services.bad-passkey', 'the passkey cannot be verified');
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const values = {
        user_id: user.id,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.filter((way) => /^[a-z-]{1,20}$/.test(way)).join(','),
        name: name.slice(0, maxNameLength),
        added: nowSeconds(),
        last_used: null,
      };
      try {
        await forUser(database, user.id, async (part) => {
          if ((await credentialsOf(part, user.id)).length >= maxPasskeys)
            throw new CodedError('services.too-many', `a user has at most ${maxPasskeys} passkeys`);
          await part.insertInto('passkeys').values(values).execute();
        });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new CodedError('services.bad-passkey', 'the passkey is known', { cause: error });
      }
    },
    async signInOptions() {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'preferred' });
      challenges.add(options.challenge, 'sign-in');
      return options;
    },
    async signIn(given) {
      const response = given as AuthenticationResponseJSON;
      const id = (given as { id?: unknown } | null)?.id;
      if (typeof id !== 'string' || id.length > 1_400) return undefined;
      const known = await database
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', id)
        .executeTakeFirst();
      const row = known ?? { ...unknownPasskey, credential_id: id };
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        response,
        credential: {
          id: row.credential_id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: row.counter,
          transports: row.transports.split(',') as AuthenticatorTransport[],
        },
        ...expected('sign-in'),
      }).catch(() => undefined);
      if (verified?.verified !== true || known === undefined) return undefined;
      await database
        .updateTable('passkeys')
        .set({ counter: verified.authenticationInfo.newCounter, last_used: nowSeconds() })
        .where('id', '=', known.id)
        .execute();
      return verifiedUser(database, known.user_id);
    },
  };
}

/** Keeps challenges until they are answered. @returns `take`: whether a challenge was given for a purpose, once */
function createChallenges(nowSeconds: () => number) {
  const open = new Map<string, { purpose: string; expires: number }>();
  return {
    add(challenge: string, purpose: string): void {
      open.set(challenge, { purpose, expires: nowSeconds() + challengeSeconds });
      for (const [oldest, { expires }] of open) {
        if (expires > nowSeconds() && open.size <= maxChallenges) break;
        open.delete(oldest);
      }
    },
    take(challenge: string, purpose: string): boolean {
      const known = open.get(challenge);
      open.delete(challenge);
      return known !== undefined && known.purpose === purpose && known.expires > nowSeconds();
    },
  };
}

const credentialsOf = (database: Database, userId: number) =>
  database.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute();

/** Returns the passkeys of a user, oldest first. */
export const passkeysOf = (database: Database, userId: number): Promise<ListedPasskey[]> =>
  database
    .selectFrom('passkeys')
    .select(['id', 'name', 'added', 'last_used'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** Removes a passkey of a user. @returns false when the user has no such passkey */
export async function removePasskey(database: Database, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
