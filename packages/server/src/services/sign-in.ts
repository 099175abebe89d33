import {
  createEmailLink,
  createPasskeys,
  createProofOfWork,
  type Database,
  emailLinkSeconds,
  mayUseLink,
  type Passkeys,
  type ProofOfWork,
} from '@glassblock/services';
import type { Logger } from 'pino';
import { hasPasskeys, type SignInConfig } from '../config/sign-in-config.ts';
import { createMailer } from './mailer.ts';

/** Ways to sign in besides passwords. */
export interface SignIn {
  readonly proofs: ProofOfWork;
  /** Undefined without an origin that has a host name. */
  readonly passkeys: Passkeys | undefined;
  /** Undefined without a mail server. */
  readonly links: EmailLinks | undefined;
  stop(): Promise<void>;
}

/** Links to sign in by email. */
export interface EmailLinks {
  readonly isSignUpOpen: boolean;
  /** Sends a link, if the address may have one; duration and answer are the same for every address. */
  send(email: string): void;
}

/** Opens the ways to sign in. @param basePath of the pages */
export function openSignIn(
  config: SignInConfig,
  {
    database,
    nowSeconds,
    basePath,
    log,
  }: { database: Database; nowSeconds: () => number; basePath: string; log: Logger },
): SignIn {
  const { origin, mail, signUp } = config;
  const mailer = mail && createMailer(mail, log);
  return {
    proofs: createProofOfWork(nowSeconds, config.proofCost),
    passkeys: hasPasskeys(config) ? createPasskeys(database, origin!, nowSeconds) : undefined,
    links: mailer && {
      isSignUpOpen: signUp,
      send: (email) =>
        mailer.send(async () => {
          const to = email.trim();
          const token = await createEmailLink(database, to, nowSeconds());
          if (token === undefined || !(await mayUseLink(database, to, signUp))) return undefined;
          return { to, ...textOf(`${origin}${basePath}login/link?token=${token}`, new URL(origin!).host) };
        }),
    },
    stop: async () => mailer?.stop(),
  };
}

const textOf = (link: string, host: string) => ({
  subject: `Sign in to ${host}`,
  text: [
    `Open this link to sign in to ${host}:`,
    '',
    link,
    '',
    `It can be used once, within ${emailLinkSeconds / 60} minutes.`,
    'If you did not request it, ignore this mail: nothing happens without the link.',
    '',
  ].join('\n'),
});
