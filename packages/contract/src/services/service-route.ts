import type { TSchema } from 'typebox';

/** A route below `/api/v1/services/`. */
export interface ServiceRoute {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1/services`. */
  readonly path: string;
  readonly summary: string;
  /** Form fields or JSON members of the body, or query parameters. */
  readonly fields: readonly string[];
  /** Undefined: the answer is empty. */
  readonly answer: TSchema | undefined;
  /** Who may call it: `session` needs a signed-in browser or its token, `user` also takes an API key. */
  readonly access: 'public' | 'user' | 'session';
}
