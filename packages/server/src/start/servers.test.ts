import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { checkAddress } from './servers.ts';

it('rejects the address of another server until that has ended', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(checkAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'server.cannot-listen',
    message: `cannot listen on 127.0.0.1:${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}`,
  });
  server.close();
  await once(server, 'close');
  await checkAddress({ host: '127.0.0.1', port });
});
