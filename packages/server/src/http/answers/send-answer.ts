import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from './answer.ts';
import type { ComposeAnswer, ComposedAnswer } from './compose-answer.ts';
import type { AnswerOrigin } from './surrogate-keys.ts';

/** Sends the answer to a GET or HEAD request of the API. */
export type SendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Reply,
  origin: AnswerOrigin,
) => void | Promise<void>;

/**
 * Creates the function that writes answers to the response of Node itself: as hooks of Fastify its steps took three
 * times as long as a small answer (`docs/decisions/0017-answers-without-hooks.md`).
 */
export function createSendAnswer(compose: ComposeAnswer): SendAnswer {
  return (request, reply, answer, origin) => {
    const composed = compose(request, reply.getHeaders(), answer, origin);
    return composed instanceof Promise ? composed.then((each) => write(reply, each)) : write(reply, composed);
  };
}

/** A response whose headers were rejected is still Fastify's, which sends the error. */
function write(reply: FastifyReply, { status, constants, lines, body }: ComposedAnswer): void {
  const { raw } = reply;
  raw.writeHead(status, [...constants, ...lines]);
  reply.hijack();
  if (body === undefined) raw.end();
  else raw.end(body);
}
