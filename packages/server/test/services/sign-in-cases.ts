import {
  type NewKey,
  type OwnSessions,
  type ServiceAuth,
  type ServiceRouteId,
  type ServiceUser,
  serviceRoutes,
} from '@glassblock/contract/services';
import { expect, it } from 'vitest';
import {
  answerTo,
  base,
  browser,
  call,
  command,
  errorOf,
  explorer,
  linkFor,
  mailbox,
  password,
  proof,
  signedIn,
  userIds,
} from './service-world.ts';

const accountPosts = (Object.keys(serviceRoutes) as ServiceRouteId[]).filter(
  (id) => serviceRoutes[id].method === 'POST' && serviceRoutes[id].path.startsWith('/account/'),
);
const userOf = async (of: ReturnType<typeof browser>) => (await of.call('account')).value as ServiceUser;

/** Registers the tests of passwords and email links. */
export function signInCases(): void {
  it('signs in with a password by cookie and token, and out again', async () => {
    const wrong = await call('login', { body: { username: 'alice', password: 'incorrect' } });
    expect(wrong).toMatchObject({ status: 401, text: 'invalid_credentials' });
    expect(await errorOf('login', { body: { username: 'unknown', password } })).toBe('invalid_credentials');
    const login = await call('login', { body: { username: 'alice', password } });
    const { token, user } = login.value as ServiceAuth;
    expect(user).toEqual({ userId: expect.any(Number), username: 'alice' });
    userIds['alice'] = user.userId;
    const setCookie = login.headers.get('set-cookie')!;
    expect(setCookie).toMatch(/^glassblock_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const cookie = setCookie.split(';')[0]!;
    expect(await answerTo('account', { headers: { cookie } })).toMatchObject({
      username: 'alice',
      email: 'alice@example.org',
      passwordIsSet: true,
    });
    await answerTo('menu', { headers: { cookie } });
    expect(await answerTo<ServiceAuth>('jwt', { headers: { cookie } })).toMatchObject({ user });
    expect(await answerTo('balance', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
      balance: 50_000,
    });
    const tampered = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await errorOf('balance', { headers: { authorization: `Bearer ${tampered}x` } })).toBe('unauthorized');
    // another site makes the browser send the cookie
    for (const origin of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      const sent = { headers: { cookie, ...origin }, body: { txInput: 'ab'.repeat(32), userBid: 1_000 } };
      expect(await errorOf('accelerate', sent)).toBe('forbidden');
      expect(await errorOf('cancel', sent)).toBe('forbidden');
      expect(await errorOf('logout', sent)).toBe('forbidden');
    }
    expect(
      await errorOf('login', { headers: { origin: 'https://evil.example' }, body: { username: 'alice', password } }),
    ).toBe('forbidden');
    const out = await call('logout', { headers: { cookie, origin: explorer.url } });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await errorOf('account', { headers: { cookie } })).toBe('invalid_user');
    // the token ends with its session
    expect(await errorOf('balance', { headers: { authorization: `Bearer ${token}` } })).toBe('unauthorized');
  });

  it('signs up and in by a link in a mail, once, with the same answer for every address', async () => {
    const carol = browser('10.0.0.1');
    const token = await linkFor(carol, 'carol@example.org');
    expect((await carol.call('useLink', { body: { token: `${token}x` } })).text).toBe('invalid_credentials');
    const { user } = (await carol.call('useLink', { body: { token } })).value as ServiceAuth;
    const fixed = carol.headers['cookie'];
    expect((await carol.call('account')).value).toMatchObject({ username: user.username, email: 'carol@example.org' });
    expect((await carol.call('useLink', { body: { token } })).text).toBe('invalid_credentials');
    // known, unknown and disabled addresses: the same answer, and a mail only to those who may sign in
    await command('add-user', 'dave', '--email', 'dave@example.org');
    await command('disable', 'dave');
    const [work, ...addresses] = [await proof(carol), 'carol@example.org', 'dave@example.org'];
    for (const [email, altcha] of [
      [addresses[0]!, work],
      [addresses[1]!, await proof(carol)],
    ])
      expect(await carol.call('emailLink', { body: { email, altcha } })).toMatchObject({ status: 200, text: '' });
    const mail = await mailbox.next();
    expect([mail.to, mailbox.count]).toEqual(['carol@example.org', 0]);
    // a session that was there before signing in ends: a planted one is of no use
    const next = /token=([\w-]{43})/.exec(mail.text)![1]!;
    await carol.call('useLink', { body: { token: next } });
    expect(carol.headers['cookie']).not.toBe(fixed);
    expect(await errorOf('account', { headers: { cookie: fixed! } })).toBe('invalid_user');
    // a proof is accepted once; wrong ones and no addresses are refused
    for (const body of [
      { email: 'x@example.org', altcha: work },
      { email: 'x@example.org', altcha: 'x' },
      { email: 'a@example.org,b@example.org', altcha: 'x' },
      { email: { a: 1 } },
    ])
      expect((await browser('10.0.0.2').call('emailLink', { body })).text).toBe('bad_request');
  });
}

/** Registers the tests of forms, passwords, keys and sessions. */
export function credentialCases(): void {
  it('sends forms without scripts to a page of its own, never to one that the form names', async () => {
    const of = browser('10.0.0.3');
    const headers = { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' };
    const post = (id: ServiceRouteId, form: Record<string, string>) =>
      explorer.status(base + serviceRoutes[id].path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...of.headers, ...headers },
        body: new URLSearchParams({ ...form, next: 'https://evil.example', redirect: '//evil.example' }),
      });
    const where = async (...sent: Parameters<typeof post>) => {
      const { status, headers: given } = await post(...sent);
      return [status, given.get('location')];
    };
    expect(await where('login', { username: 'alice', password: 'wrong' })).toEqual([
      303,
      '/login?error=invalid_credentials',
    ]);
    expect(await where('login', { username: 'alice@example.org', password })).toEqual([303, '/account']);
    expect(await where('emailLink', { email: 'forms@example.org' })).toEqual([303, '/login?sent=1']);
    const token = /token=([\w-]{43})/.exec((await mailbox.next()).text)![1]!;
    expect(await where('useLink', { token })).toEqual([303, '/account']);
    expect(await where('emailLink', { email: 'nothing' })).toEqual([303, '/login?error=bad_request']);
  });

  it('manages passwords, keys and sessions of their own user, and of no other', async () => {
    const [erin, frank] = [
      await signedIn('10.0.0.4', 'erin@example.org'),
      await signedIn('10.0.0.5', 'frank@example.org'),
    ];
    const { key, id } = (await erin.call('createKey', { body: { name: 'script' } })).value as NewKey;
    expect((await call('balance', { headers: { 'x-mempool-auth': key } })).status).toBe(200);
    const [session] = (await erin.call('sessions')).value as OwnSessions;
    expect(session).toMatchObject({ current: true });
    // another user names the rows of the first, in every route that takes an id
    for (const [route, body] of [
      ['revokeKey', { id }],
      ['endSession', { id: session!.id }],
      ['removePasskey', { id: 1 }],
      ['deleteAccount', { username: (await userOf(erin)).username, balance: 0 }],
    ] as const)
      expect((await frank.call(route, { body })).text, route).toBe('bad_request');
    expect((await frank.call('keys')).value).toEqual([]);
    const exported = (await frank.call('exportAccount')).text;
    for (const foreign of ['erin', key, 'script']) expect(exported).not.toContain(foreign);
    // a key is not a session
    for (const route of accountPosts)
      expect(await errorOf(route, { headers: { 'x-mempool-auth': key } })).toBe('forbidden');
    // another site makes the browser send the cookie
    for (const route of accountPosts)
      for (const origin of ['https://evil.example', 'null'])
        expect((await erin.call(route, { headers: { origin } })).text, route).toBe('forbidden');
    for (const route of ['login', 'emailLink', 'useLink', 'passkeyLogin'] as const)
      expect((await browser('10.0.0.6').call(route, { headers: { origin: 'https://evil.example' } })).text).toBe(
        'forbidden',
      );

    expect((await erin.call('setPassword', { body: { password: 'short' } })).text).toBe('bad_request');
    const other = await signedIn('10.0.0.7', 'erin@example.org');
    expect((await erin.call('setPassword', { body: { password } })).status).toBe(200);
    expect((await other.call('account')).text).toBe('invalid_user');
    const wrong = { current: 'incorrect!', password: 'another password' };
    expect((await erin.call('setPassword', { body: wrong })).text).toBe('invalid_credentials');
    expect((await erin.call('revokeKey', { body: { id } })).status).toBe(200);
    expect(await errorOf('balance', { headers: { 'x-mempool-auth': key } })).toBe('unauthorized');
    expect(JSON.parse((await erin.call('exportAccount')).text)).toMatchObject({ user: { email: 'erin@example.org' } });
    const { username } = await userOf(erin);
    expect((await erin.call('deleteAccount', { body: { username, balance: 1 } })).text).toBe('bad_request');
    expect((await erin.call('deleteAccount', { body: { username, balance: 0 } })).status).toBe(200);
    expect((await erin.call('account')).text).toBe('invalid_user');
  });
}
