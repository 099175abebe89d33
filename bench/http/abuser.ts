/** Process of `abuse.ts`: sends requests from one address without pause. */
import { Agent, request } from 'node:http';
import { machineMs } from '../live/clock.ts';

/** Input of the process. */
export interface AbuseTask {
  url: string;
  path: string;
  localAddress: string;
  seconds: number;
  /** Sends a cookie, so that the page is not taken from the cache of shared pages. */
  isCookieSent?: boolean;
  /** Sends a body of a repeated text. */
  body?: { length: number; text: string; isQuoted?: boolean };
}

/** Report of the process at its end. */
export interface AbuseReport {
  /** Answers by status; 0: errors. */
  statuses: Record<number, number>;
  bytes: number;
}

const connections = 4;

process.once('message', async (task: AbuseTask) => {
  const { url, path, localAddress, isCookieSent, body } = task;
  const agent = new Agent({ keepAlive: true, localAddress, maxSockets: connections });
  const report: AbuseReport = { statuses: {}, bytes: 0 };
  const text = body?.text.repeat(body.length);
  const content = body?.isQuoted === true ? JSON.stringify([text]) : text;
  const endMs = machineMs() + task.seconds * 1_000;

  const send = (): Promise<number> =>
    new Promise((resolve) => {
      const sent = request(
        url + path,
        {
          agent,
          method: content === undefined ? 'GET' : 'POST',
          headers: { 'accept-encoding': 'br', ...(isCookieSent === true ? { cookie: 'glassblock=unit=sats' } : {}) },
        },
        (response) => {
          response.on('data', (chunk: Buffer) => {
            report.bytes += chunk.length;
          });
          response.on('error', () => resolve(0)).on('end', () => resolve(response.statusCode ?? 0));
        },
      );
      sent.on('error', () => resolve(0)).end(content);
    });

  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (machineMs() < endMs) {
        const status = await send();
        report.statuses[status] = (report.statuses[status] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  process.send?.(report, () => process.disconnect());
});
