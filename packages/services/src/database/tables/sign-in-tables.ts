import type { Generated } from 'kysely';

/** A link that signs in the owner of a mailbox; it is deleted when it is used. */
export interface EmailLinkTable {
  id: Generated<number>;
  /** SHA-256 of the token. */
  token_hash: string;
  /** The address in lower case. */
  email_key: string;
  added: number;
  expires: number;
}

/** A passkey (WebAuthn credential) of a user. */
export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  /** Credential id of the authenticator, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Use counter of the authenticator; 0 for those that do not count. */
  counter: number;
  /** Comma-separated ways to reach the authenticator. */
  transports: string;
  name: string;
  added: number;
  last_used: number | null;
}

/** Tables of email links and passkeys. */
export interface SignInTables {
  email_links: EmailLinkTable;
  passkeys: PasskeyTable;
}
