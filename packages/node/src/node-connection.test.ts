import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createNodeClient } from './client.ts';

it('ends a call whose answer arrives byte by byte', async () => {
  const server = createServer((_, response) => {
    const timer = setInterval(() => response.write('a'), 5);
    response.on('close', () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createNodeClient({ origin: `http://127.0.0.1:${port}`, timeoutMs: 100 });
  try {
    await expect(client.rest('block/x.bin')).rejects.toMatchObject({ code: 'node.away' });
  } finally {
    await client.close();
    server.close();
  }
});
