import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { MailConfig } from '../config/sign-in-config.ts';

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mails after one another, without making their callers wait. */
export interface Mailer {
  /**
   * Queues a mail and returns at once, so that the time of an answer does not show whether a user exists.
   * @param write returns the mail; undefined if none is to be sent
   */
  send(write: () => Promise<Mail | undefined>): void;
  /** Drops the mails that wait. Resolves when those that are being sent are sent or have failed. */
  stop(): Promise<void>;
}

const maxSending = 2;
const maxWaiting = 200;
const timeoutMs = 15_000;

/** Creates a mailer. Failures are logged without addresses. */
export function createMailer(config: MailConfig, log: Logger): Mailer {
  const limit = pLimit(maxSending);
  const running = new Set<Promise<void>>();

  async function deliver(write: () => Promise<Mail | undefined>): Promise<void> {
    try {
      const mail = await write();
      if (mail === undefined) return;
      // loaded with the first mail
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({
        host: config.host,
        port: config.port,
        secure: config.tls === 'whole',
        requireTLS: config.tls === 'start',
        ignoreTLS: config.tls === 'none',
        ...(config.login && { auth: config.login }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        const { to, ...rest } = mail;
        // as an object: a text is a list of addresses
        await transport.sendMail({ from: config.from, to: { name: '', address: to }, ...rest });
      } finally {
        transport.close();
      }
    } catch (error) {
      const { code = 'error' } = error as { code?: string };
      log.warn({ event: 'mail', code }, `a mail was not sent (${code})`);
    }
  }

  return {
    send(write) {
      if (limit.pendingCount >= maxWaiting) {
        log.warn({ event: 'mail', code: 'busy' }, 'a mail was not sent: too many are waiting');
        return;
      }
      void limit(() => {
        const sending = deliver(write);
        running.add(sending);
        return sending.finally(() => running.delete(sending));
      });
    },
    async stop() {
      limit.clearQueue();
      await Promise.all(running);
    },
  };
}
