import type { NodeClient } from '@glassblock/node';
import { CodedError } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import { createRpcMiner } from './miners.ts';

const raw = Uint8Array.of(0xab);

/** A miner whose node fails with an error of Bitcoin Core. */
function minerWith(code: number, message: string) {
  const rpc = async () => {
    throw new CodedError('node.rpc', message, { datum: { code } });
  };
  return createRpcMiner('own', undefined, { rpc } as unknown as NodeClient);
}

// code and message of Bitcoin Core 29
it.each([
  ['services.cannot-decode-tx', -22, 'TX decode failed. Make sure the tx has at least one input.'],
  ['services.bad-dependencies', -25, 'bad-txns-inputs-missingorspent'],
  ['services.bad-dependencies', -26, 'missing-inputs'],
  ['services.tx-rejected', -26, 'mempool min fee not met, 110 < 226'],
  ['node.rpc', -28, 'Loading block index'],
])('reports %s for code %d', async (code, number, message) => {
  await expect(minerWith(number, message).submit(raw)).rejects.toMatchObject({ code });
});

it('accepts a transaction that the node has, and queries whether it has one', async () => {
  await minerWith(-27, 'Transaction already in block chain').submit(raw);
  expect(await minerWith(-5, 'Transaction not in mempool').hasTransaction('ab')).toBe(false);
  await expect(minerWith(-28, 'Loading block index').hasTransaction('ab')).rejects.toMatchObject({ code: 'node.rpc' });
});
