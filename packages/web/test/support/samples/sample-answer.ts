import type { ApiAnswer } from '../../../src/index.ts';

/** Answer of a route in a test: the body is a JSON value, or a text. */
export type SampleAnswer = Omit<ApiAnswer, 'body'> & { body: unknown };

/** Returns an answer as the server sends it. */
export const encoded = (answer: SampleAnswer): ApiAnswer => ({
  ...answer,
  body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
});
