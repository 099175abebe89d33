import type { Server } from 'node:http';
import { Socket } from 'node:net';
import type { ComposeAnswer, ComposedAnswer } from '../answers/compose-answer.ts';
import type { Drain } from '../drain.ts';
import { type Repeat, repeatByTimer } from '../requests/body-pace.ts';
import { addressKey, type ClientAddress } from '../requests/client-address.ts';
import { splitOnce } from '../requests/request.ts';
import type { RequestBudget } from '../requests/request-budget.ts';
import type { OnFault } from '../served-network.ts';
import { type DirectConnection, openDirectConnection, type WritableAnswer } from './direct-connection.ts';
import type { FindDirectRoute } from './direct-route.ts';
import type { SimpleRequest } from './read-head.ts';
import { headOf } from './write-answer.ts';

/** Parameters of `answerDirectly`. */
export interface DirectParts {
  findRoute: FindDirectRoute;
  compose: ComposeAnswer;
  budget: Pick<RequestBudget, 'enter' | 'refund'>;
  clientAddress: ClientAddress;
  drain?: Drain | undefined;
  onUnexpectedError: OnFault;
  /** For checks of idle connections. */
  repeat?: Repeat;
}

/** Between two checks for idle connections. */
const tickMs = 1_000;

/**
 * Answers simple requests of a server before Node parses them (`docs/decisions/0019-simple-requests-below-node-http.md`). A
 * connection belongs to Node's server from its first request that is not simple.
 * @returns the function that closes the connections that are not Node's; new ones are Node's
 */
export function answerDirectly(server: Server, parts: DirectParts): () => void {
  const { drain, repeat = repeatByTimer } = parts;
  const [nodeListener] = server.listeners('connection') as ((socket: Socket) => void)[];
  const keepAliveSeconds = Math.floor(server.keepAliveTimeout / 1000);
  const answer = createAnswer(parts, keepAliveSeconds);
  const connections = new Set<DirectConnection>();
  let isClosed = false;
  const isEnding = () => isClosed || drain?.isDraining === true;

  server.off('connection', nodeListener!);
  server.prependListener('connection', (socket: Socket) => {
    // the connection of a read thread has no descriptor, and a first request that is not simple
    if (isEnding() || !(socket instanceof Socket)) {
      nodeListener!.call(server, socket);
      return;
    }
    const connection = openDirectConnection(socket, {
      answer,
      handOver: () => nodeListener!.call(server, socket),
      isEnding,
      onDetached: () => {
        connections.delete(connection);
        drain?.ended(connection);
      },
      onRunning: (isRunning) => {
        if (isRunning) drain?.started(connection);
        else drain?.ended(connection);
      },
      maxIdleTicks: keepAliveSeconds,
    });
    connections.add(connection);
  });
  const stopTicks = repeat(() => {
    for (const connection of connections) connection.tick();
  }, tickMs);
  drain?.signal.addEventListener('abort', () => {
    for (const connection of connections) connection.end();
  });
  return () => {
    isClosed = true;
    stopTicks();
    for (const connection of connections) connection.destroy();
  };
}

/** Answers a request of a connection; undefined: Node's server is to answer it. */
type AnswerSimple = (request: SimpleRequest, socket: Socket) => Promise<WritableAnswer | undefined> | undefined;

/** Creates the steps that the hooks and handlers of the app have for the same requests. */
function createAnswer(parts: DirectParts, keepAliveSeconds: number): AnswerSimple {
  const { findRoute, compose, budget, clientAddress, onUnexpectedError } = parts;
  return ({ method, target, headers }, socket) => {
    const [path, search] = splitOnce(target, '?');
    const match = findRoute(method, path);
    if (match === undefined) return undefined;
    const request = { ip: clientAddress({ socket, headers }), headers };
    const key = addressKey(request.ip);
    const entry = budget.enter(key);
    const answered = entry.isOver ? undefined : match.route.answer(match.params, search, request);
    if (answered === undefined) {
      // it is counted again where it is refused
      budget.refund(key);
      return undefined;
    }
    const writable = (composed: ComposedAnswer): WritableAnswer | undefined => {
      const head = headOf(composed, keepAliveSeconds);
      if (head !== undefined) return { head, body: composed.body };
      budget.refund(key);
      return undefined;
    };
    return answered
      .then((reply) => {
        const composed = compose(request, entry.headers, reply, match.route.origin);
        return composed instanceof Promise ? composed.then(writable) : writable(composed);
      })
      .catch((error: unknown) => {
        onUnexpectedError(error);
        budget.refund(key);
        return undefined;
      });
  };
}
