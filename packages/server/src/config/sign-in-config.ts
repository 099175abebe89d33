import { isIP } from 'node:net';
import { type Static, Type } from 'typebox';

const Path = Type.String({ minLength: 1 });

/** Settings of signing in, within the section `services` of the configuration file. */
export const signInFields = {
  /** Origin of the pages, such as `https://host`: links in mails begin with it, and passkeys belong to its host. */
  origin: Type.Optional(Type.String({ pattern: '^https?://[^/?#@]+/?$' })),
  /** Unknown addresses get a link that creates an account. */
  signUp: Type.Boolean({ default: true }),
  /** Work of proofs: hashes for each of 256 tries on average. */
  proofCost: Type.Integer({ default: 5_000, minimum: 100, maximum: 1_000_000 }),
  /** A mail server for links. */
  mail: Type.Optional(
    Type.Object(
      {
        host: Type.String({ minLength: 1 }),
        port: Type.Integer({ default: 587, minimum: 1, maximum: 65_535 }),
        /** `start`: STARTTLS is required; `whole`: TLS from the beginning; `none`: for a relay on this machine. */
        tls: Type.Enum(['start', 'whole', 'none'], { default: 'start' }),
        user: Type.Optional(Type.String()),
        password: Type.Optional(Type.String()),
        passwordFile: Type.Optional(Path),
        /** Address of the sender. */
        from: Type.String({ pattern: '^[^\\s@<>]+@[^\\s@<>]+$' }),
      },
      { additionalProperties: false },
    ),
  ),
};
const SignInFile = Type.Object(signInFields);

/** A mail server. */
export interface MailConfig {
  host: string;
  port: number;
  tls: 'start' | 'whole' | 'none';
  login: { user: string; pass: string } | undefined;
  from: string;
}

/** How users sign in, besides passwords. */
export interface SignInConfig {
  /** Without a trailing slash; undefined: neither links nor passkeys. */
  origin: string | undefined;
  signUp: boolean;
  proofCost: number;
  mail: MailConfig | undefined;
}

/**
 * Returns the settings of signing in; adds faults.
 * @param secretOf reads a file
 */
export function signInOf(
  { origin, signUp, proofCost, mail }: Static<typeof SignInFile>,
  faults: string[],
  secretOf: (path: string | undefined, name: string) => string | undefined,
): SignInConfig {
  if (mail !== undefined && origin === undefined)
    faults.push('services.origin: is needed for the links in mails, such as https://explorer.example');
  const pass = mail?.password ?? secretOf(mail?.passwordFile, 'services.mail.passwordFile');
  if (mail !== undefined && (mail.user === undefined) !== (pass === undefined))
    faults.push('services.mail: user and password belong together');
  return {
    origin: origin === undefined ? undefined : new URL(origin).origin,
    signUp,
    proofCost,
    mail: mail && {
      host: mail.host,
      port: mail.port,
      tls: mail.tls,
      login: mail.user === undefined || pass === undefined ? undefined : { user: mail.user, pass },
      from: mail.from,
    },
  };
}

/** Returns whether passkeys can be used: they belong to a host name, never to an IP address. */
export const hasPasskeys = ({ origin }: SignInConfig): boolean =>
  origin !== undefined && isIP(new URL(origin).hostname.replace(/^\[|\]$/g, '')) === 0;
