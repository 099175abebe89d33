import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server of a test. */
export interface Mailbox {
  readonly port: number;
  /** Removes and returns the next mail: its receiver and its text. */
  next(): Promise<{ to: string; text: string }>;
  /** Mails that were not taken. */
  readonly count: number;
  close(): Promise<void>;
}

/** Starts a mail server on a free loopback port, without TLS and authentication. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: { to: string; text: string }[] = [];
  let wake: () => void = () => undefined;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      text(stream).then((given) => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        // quoted-printable
        const plain = given
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
        mails.push({ to, text: plain });
        done();
        wake();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    async next() {
      while (mails.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return mails.shift()!;
    },
    get count() {
      return mails.length;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
