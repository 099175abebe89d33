import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A NATS server that answers the calls of a process on standby. */
export interface ScriptedBus {
  readonly url: string;
  stop(): Promise<void>;
}

const hello = { server_id: 'scripted', version: '2.12.0', proto: 1, max_payload: 1_048_576, headers: true };
/** The answer to a process that takes a lease of another one. */
const isHeld = { error: { code: 400, err_code: 10_071, description: 'wrong last sequence: 1' } };

/**
 * Returns the answer of JetStream to a request.
 * @param holder value of each lease
 */
function answerOf(subject: string, body: string, holder: object): object {
  if (subject.startsWith('$KV.')) return isHeld;
  if (subject.includes('.STREAM.MSG.GET.')) {
    const data = Buffer.from(JSON.stringify(holder)).toString('base64');
    const { last_by_subj: key } = JSON.parse(body) as { last_by_subj: string };
    return { message: { subject: key, seq: 1, data, time: '2026-01-01T00:00:00Z' } };
  }
  const config = subject.includes('.STREAM.CREATE.') ? (JSON.parse(body) as object) : {};
  return { config, state: { messages: 1, last_seq: 1 } };
}

/**
 * Starts a server with leases that another process has.
 * @param holder value of each lease
 */
export async function startScriptedBus(holder: object): Promise<ScriptedBus> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.write(`INFO ${JSON.stringify(hello)}\r\n`);
    /** Ids of subscriptions, by the prefix of their subjects. */
    const inboxes = new Map<string, string>();
    let received = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      received += part;
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const [verb, ...words] = received.slice(0, end).split(' ');
        let rest = received.slice(end + 2);
        if (verb === 'PING') socket.write('PONG\r\n');
        if (verb === 'SUB') inboxes.set(words[0]!.replace(/\*$/, ''), words.at(-1)!);
        if (verb === 'PUB' || verb === 'HPUB') {
          const size = Number(words.at(-1));
          if (rest.length < size + 2) return;
          const body = rest.slice(verb === 'HPUB' ? Number(words.at(-2)) : 0, size);
          rest = rest.slice(size + 2);
          const [subject = '', reply = ''] = words;
          const inbox = [...inboxes].find(([prefix]) => reply.startsWith(prefix));
          const answer = JSON.stringify(answerOf(subject, body, holder));
          if (inbox !== undefined) socket.write(`MSG ${reply} ${inbox[1]} ${answer.length}\r\n${answer}\r\n`);
        }
        received = rest;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
