import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the invoice routes of lnd's REST API. */
export interface ScriptedInvoices {
  readonly url: string;
  /** Settles an invoice by its payment request, and reports it to subscribers. */
  settle(paymentRequest: string): void;
  /** Ends all subscriptions. */
  disconnect(): void;
  stop(): Promise<void>;
}

interface Invoice {
  r_hash: string;
  payment_request: string;
  value: string;
  state: 'OPEN' | 'SETTLED';
  amt_paid_sat: string;
  settle_date: string;
}

/** Starts the server on loopback, without TLS and macaroons. */
export async function startScriptedInvoices(): Promise<ScriptedInvoices> {
  const invoices = new Map<string, Invoice>();
  const subscribers = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
    if (method === 'POST' && url === '/v1/invoices') {
      const hash = randomBytes(32);
      const { value } = JSON.parse(body) as { value: string };
      const open = { state: 'OPEN', amt_paid_sat: '0', settle_date: '0' } as const;
      const invoice = {
        r_hash: hash.toString('base64'),
        payment_request: `lnbcrt${hash.toString('hex')}`,
        value,
        ...open,
      };
      invoices.set(hash.toString('hex'), invoice);
      response.end(JSON.stringify({ ...invoice, add_index: '1' }));
    } else if (method === 'GET' && url === '/v1/invoices/subscribe') {
      response.flushHeaders();
      subscribers.add(response);
      response.on('close', () => subscribers.delete(response));
    } else {
      const invoice = invoices.get(/^\/v1\/invoice\/([0-9a-f]{64})$/.exec(url)?.[1] ?? '');
      if (invoice === undefined) response.writeHead(404).end('{"code":5,"message":"unable to locate invoice"}');
      else response.end(JSON.stringify(invoice));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    settle(paymentRequest) {
      const invoice = [...invoices.values()].find((each) => each.payment_request === paymentRequest)!;
      const settled = { state: 'SETTLED', amt_paid_sat: invoice.value } as const;
      Object.assign(invoice, settled, { settle_date: String(Math.floor(Date.now() / 1000)) });
      for (const subscriber of subscribers) subscriber.write(`${JSON.stringify({ result: invoice })}\n`);
    },
    disconnect() {
      for (const subscriber of subscribers) subscriber.destroy();
      subscribers.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
