import type { EventId, Fact } from '@glassblock/journal';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLightningFilter } from '../../api/lightning/lightning-events.ts';
import type { NetworkJournal } from '../../recording/journal/network-journal.ts';
import { errorReply } from '../answers/answer.ts';
import { corsHeaders, sendReply } from '../answers/send-reply.ts';
import type { AddressLimits } from '../requests/address-limits.ts';
import { addressKey, type ClientAddress } from '../requests/client-address.ts';
import { readQuery } from '../requests/query-text.ts';
import { acceptsJson, splitOnce } from '../requests/request.ts';
import { prefixOf } from '../router.ts';
import { securityHeaders } from '../security-headers.ts';
import type { OnFault } from '../served-network.ts';
import { streamEvents } from './event-stream.ts';

/** Maximum number of open event streams. */
const maxStreams = 1_000;

interface EventParts {
  basePath: string;
  /** By path segment; empty for the root network. */
  networks: readonly { path: string; journal: NetworkJournal }[];
  limits: AddressLimits;
  clientAddress: ClientAddress;
  /** Aborted when streams are to end, so that clients continue elsewhere; absent: never. */
  ending?: AbortSignal | undefined;
  onUnexpectedError: OnFault;
}

/** @throws {CodedError} lightning.node, lightning.channel */
function createFilter({ kinds, node, channel }: Readonly<Record<string, string | undefined>>): (fact: Fact) => boolean {
  const wanted = kinds === undefined ? undefined : new Set(kinds.split(','));
  const isAbout = createLightningFilter({ node, channel });
  return (fact) => (wanted === undefined || wanted.has(fact.type)) && (isAbout === undefined || isAbout(fact));
}

/** Registers `/api/glass/v1/events` of every network: server-sent events from its journal. */
export function registerEvents(app: FastifyInstance, parts: EventParts): void {
  const { basePath, networks, limits, clientAddress, ending, onUnexpectedError } = parts;
  let streams = 0;
  for (const network of networks) {
    const { journal } = network;

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { query } = readQuery(splitOnce(request.url, '?')[1]);
      const after = [request.headers['last-event-id']].flat()[0] ?? query['after'];
      const refuse = (error: CodedError) =>
        sendReply(reply, errorReply(error, { form: 'v1' }, onUnexpectedError, acceptsJson(request)));
      try {
        if (after !== undefined) await journal.readFrom(after as EventId, 1);
      } catch (error) {
        if (!isCoded(error, 'journal.bad-id')) throw error;
        return refuse(new CodedError('events.bad-id', error.message, { datum: after }));
      }
      let isWanted: (fact: Fact) => boolean;
      try {
        isWanted = createFilter(query);
      } catch (error) {
        if (!isCoded(error)) throw error;
        return refuse(error);
      }
      // the client has disconnected during the lookup: nothing would free its place
      if (reply.raw.closed) return reply.hijack();
      const free = limits.open('event-stream', addressKey(clientAddress(request.raw)));
      if (free === undefined || streams >= maxStreams) {
        free?.();
        return refuse(new CodedError('events.too-many', 'too many streams'));
      }
      streams++;
      reply.hijack();
      const response = reply.raw;
      response.on('close', () => {
        free();
        streams--;
      });
      response.writeHead(200, {
        ...securityHeaders,
        ...corsHeaders,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      response.flushHeaders();
      void streamEvents({
        journal,
        after: after as EventId | undefined,
        isWanted,
        response,
        ending,
        onUnexpectedError,
      });
      return reply;
    }

    app.get(`${prefixOf(basePath, network)}/api/glass/v1/events`, { exposeHeadRoute: false }, answer);
  }
}
