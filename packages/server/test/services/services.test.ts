import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnAccelerations } from '@glassblock/contract/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accelerationCases } from './acceleration-cases.ts';
import { attackCases } from './attack-cases.ts';
import { paymentCases } from './payment-cases.ts';
import {
  answerTo,
  call,
  command,
  directory,
  errorOf,
  explorer,
  history,
  keys,
  password,
  send,
  startWorld,
  stopWorld,
  userIds,
} from './service-world.ts';
import { credentialCases, signInCases } from './sign-in-cases.ts';
import { faucetCases, siteCases } from './site-cases.ts';

beforeAll(startWorld);
afterAll(stopWorld);

// run in order on one node: the sums of a case include those of earlier ones
signInCases();
credentialCases();
attackCases();
faucetCases();
siteCases();
accelerationCases();
paymentCases();

it('tracks and cancels automatic accelerations', async () => {
  const txid = await send(3);
  const auto = (body: object) => call('autoAccelerate', { as: 'bob', body: { txid, ...body } });
  for (const wrong of [{ type: 'never' }, { type: 'time_delay', value: 0.4 }, { type: 'block_height', value: 1 }])
    expect(await auto(wrong)).toMatchObject({ status: 400, text: 'invalid_acceleration_request' });
  expect(await auto({ type: 'time_delay', value: '0.5' })).toMatchObject({ status: 200, text: '' });
  expect(await auto({ type: 'time_delay', value: 1 })).toMatchObject({ text: 'acceleration_duplicated' });
  expect(await auto({ type: 'timestamp', value: 4_000_000_000 })).toMatchObject({ status: 200 });
  expect(await answerTo('autoHistory', { as: 'bob' })).toMatchObject([
    { txid, status: 'tracking', trigger_type: 'timestamp', trigger_value: 4_000_000_000 },
    { txid, status: 'tracking', trigger_type: 'time_delay', trigger_value: 0.5 },
  ]);
  expect(await answerTo('autoHistory', { as: 'alice' })).toEqual([]);
  const cancel = async (as: string) => (await call('autoCancel', { as, form: { txid } })).status;
  expect([await cancel('alice'), await cancel('bob'), await cancel('bob')]).toEqual([204, 200, 204]);
});

it('shows each user only their own data', async () => {
  const [alice, bob] = [await history('alice'), await history('bob')];
  expect([alice.length, bob.length]).toEqual([1, 2]);
  expect(new Set(alice.map(({ user_id }) => user_id))).toEqual(new Set([userIds['alice']]));
  expect(bob.every(({ user_id }) => user_id !== userIds['alice'])).toBe(true);
  for (const as of ['alice', 'bob']) {
    const credit = (await answerTo<{ invoiceId: string; amount: number }[]>('topUps', { as })).at(-1);
    expect(credit).toMatchObject({ amount: 50_000, status: 'paid', link: null });
    expect(await answerTo('account', { as })).toMatchObject({ username: as });
  }
  // ids of others, in every route that takes one
  for (const { id } of bob)
    expect(await errorOf('cancel', { as: 'alice', body: { id } })).toBe('invalid_acceleration_request');
  const foreign = await answerTo<OwnAccelerations>('history', {
    as: 'alice',
    query: `?status=all&user_id=${bob[0]!.user_id}&userId=${bob[0]!.user_id}`,
  });
  expect(foreign).toHaveLength(1);
});

it('commands credit once by reference, list users, revoke keys and disable users', async () => {
  expect(await command('credit', 'bob', '50000', '--reference', 'receipt of bob')).toContain('credited before');
  const id = /keys (\d+)/.exec(/^bob.*$/m.exec(await command('list'))![0])![1]!;
  await command('revoke-key', id);
  expect(await errorOf('balance', { as: 'bob' })).toBe('unauthorized');
  await expect(command('revoke-key', id)).rejects.toMatchObject({ code: 'cli.no-key' });
  await expect(command('credit', 'unknown', '5')).rejects.toMatchObject({ code: 'cli.no-user' });
  await expect(command('credit', 'bob', '0.5')).rejects.toMatchObject({ code: 'cli.no-amount' });
  await command('disable', 'alice');
  expect(await errorOf('account', { as: 'alice' })).toBe('invalid_user');
  const list = await command('list');
  expect(list).toContain('alice (disabled): balance');
  expect(list).not.toContain('guest');
  expect(list).toContain('; the ledger is consistent.');
  const files = join(directory, 'data', 'services');
  for (const name of ['services.db', 'token-key.pem']) expect((await stat(join(files, name))).mode & 0o777).toBe(0o600);
  const stored = await readFile(join(files, 'services.db'), 'latin1');
  for (const secret of [password, keys['alice']!, keys['bob']!]) expect(stored).not.toContain(secret);
  // the miner that was away is in the log, its password is not
  expect(JSON.stringify(explorer.faults)).not.toContain('secret');
});
