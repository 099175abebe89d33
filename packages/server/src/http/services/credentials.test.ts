import { createUser, openDatabase, startSession } from '@glassblock/services';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { findCaller, setCookie } from './credentials.ts';

const now = 1_700_000_000;

it.each([
  ['https', '/', '__Host-glassblock_session', '; Secure'],
  // the prefix needs the path `/`
  ['https', '/explorer/', 'glassblock_session', '; Secure'],
  ['http', '/', 'glassblock_session', ''],
])('over %s at %s the session is the cookie %s', async (protocol, cookiePath, name, secure) => {
  const database = await openDatabase({ kind: 'sqlite', path: ':memory:' });
  const services = { database, nowSeconds: () => now, tokens: { sign: async () => '', verify: async () => undefined } };
  const sessionOf = async (username: string) => {
    const { id } = await createUser(database, { username }, now);
    return (await startSession(database, id, now)).token;
  };
  const [own, ofAttacker] = [await sessionOf('alice'), await sessionOf('mallory')];
  const app = fastify({ trustProxy: true });
  app.get('/', async (request, reply) => {
    setCookie(request, reply, own, cookiePath);
    return { name: (await findCaller(services, request, reply, cookiePath))?.user.username };
  });
  const get = (cookie: string) => app.inject({ url: '/', headers: { cookie, 'x-forwarded-proto': protocol } });
  const { headers, body } = await get(`${name}=${own}`);
  expect(headers['set-cookie']).toBe(
    `${name}=${own}; Path=${cookiePath}; Max-Age=2592000; HttpOnly; SameSite=Lax${secure}`,
  );
  expect(JSON.parse(body)).toEqual({ name: 'alice' });
  if (name.startsWith('__Host-')) {
    // set by a page of another subdomain, with `Domain`: the browser sends it first when it is older
    expect((await get(`glassblock_session=${ofAttacker}; ${name}=${own}`)).json()).toEqual({ name: 'alice' });
    expect((await get(`glassblock_session=${ofAttacker}`)).json()).toEqual({});
  }
  await app.close();
  await database.destroy();
});
