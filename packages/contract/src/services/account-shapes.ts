import { type Static, Type } from 'typebox';
import { closed, Int } from '../shapes/terms.ts';

/*
 * Wire shapes of signing in and of the account pages; times in Unix seconds. Each exported type is the static type of the
 * schema of the same name.
 */

/** An object whose members another standard defines (WebAuthn), or which only people read. */
export const AnyObject = Type.Object({});

/** A proof of work, as the library of Altcha solves it. */
export const WorkChallenge = Type.Object({ parameters: AnyObject, signature: Type.String() }, closed);

/** Passkeys of the user, oldest first. */
export const OwnPasskeys = Type.Array(
  Type.Object({ id: Int, name: Type.String(), added: Int, lastUsed: Type.Union([Int, Type.Null()]) }, closed),
);
export type OwnPasskeys = Static<typeof OwnPasskeys>;

/** Sessions of the user, newest first; `seen` is at most a day before the last request. */
export const OwnSessions = Type.Array(
  Type.Object({ id: Int, added: Int, seen: Int, client: Type.String(), current: Type.Boolean() }, closed),
);
export type OwnSessions = Static<typeof OwnSessions>;

/** API keys of the user, oldest first. */
export const OwnKeys = Type.Array(Type.Object({ id: Int, name: Type.String(), added: Int }, closed));
export type OwnKeys = Static<typeof OwnKeys>;

/** A new API key. */
export const NewKey = Type.Object({ id: Int, key: Type.String() }, closed);
export type NewKey = Static<typeof NewKey>;
