import { Board, ServiceWallet, Treasuries, type Tx, WatchedWallet } from '@glassblock/contract';
import { type FaucetStatus, type ServiceRouteId, serviceRoutes } from '@glassblock/contract/services';
import { networks } from '@glassblock/primitives';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { readRelay } from '../../src/sources/wallets/wallet-list.ts';
import {
  answerTo,
  base,
  browser,
  call,
  errorOf,
  explorer,
  mine,
  node,
  proof,
  signedIn,
  watched,
} from './service-world.ts';

/** Registers the tests of the faucet and of watched wallets. */
export function faucetCases(): void {
  it('pays from the faucet once a user and address, and reports why not', async () => {
    const [gina, hugo] = [
      await signedIn('10.0.0.20', 'gina@example.org'),
      await signedIn('10.0.0.21', 'hugo@example.org'),
    ];
    for (const of of [gina, hugo]) of.headers['sec-fetch-site'] = 'same-origin';
    const ask = async (of: typeof gina, address: string, sats: number, headers: Record<string, string> = {}) => {
      const query = new URLSearchParams({ address, sats: String(sats), altcha: await proof(of) });
      return of.call('faucetRequest', { query: `?${query}`, headers });
    };
    const status = async (of: typeof gina) => (await of.call('faucetStatus')).value as FaucetStatus;
    expect(await status(gina)).toEqual({ address: expect.any(String), min: 5_000, max: 500_000, code: 'ok' });
    const { address: own } = await status(gina);
    // of a wallet of its own: the faucet never pays itself
    const [first, second] = [watched, 'bcrt1qs758ursh4q9z627kt3pp5yysm78ddny6txaqgw'];
    for (const [address, sats, word] of [
      [own!, 5_000, 'faucet_address_not_allowed'],
      [first, 4_999, 'faucet_below_minimum'],
      [first, 500_001, 'faucet_above_maximum'],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 5_000, 'bad_request'],
    ] as const)
      expect((await ask(gina, address, sats)).text).toBe(word);
    // another site makes the browser send the request
    expect((await ask(gina, first, 5_000, { 'sec-fetch-site': 'cross-site' })).text).toBe('forbidden');
    const unproven = `?${new URLSearchParams({ address: first, sats: '5000' })}`;
    expect((await gina.call('faucetRequest', { query: unproven })).text).toBe('bad_request');
    // a wallet that cannot spend its outputs
    const unspent = ((await node.client.rpc('listunspent')) as { txid: string; vout: number }[]).map(
      ({ txid, vout }) => ({
        txid,
        vout,
      }),
    );
    await node.client.rpc('lockunspent', false, unspent);
    expect((await ask(gina, first, 5_000)).text).toBe('faucet_not_available_no_utxo');
    await node.client.rpc('lockunspent', true, unspent);
    const { txid } = (await ask(gina, first, 5_000)).value as { txid: string };
    const tx = await explorer.until<Tx>(`/api/tx/${txid}`, (answer) => typeof answer === 'object');
    expect(tx.vout.map(({ scriptpubkey_address: to, value }) => [to, value])).toContainEqual([first, 5_000]);
    expect((await status(gina)).code).toBe('faucet_too_soon');
    expect((await ask(gina, second, 5_000)).text).toBe('faucet_too_soon');
    expect((await ask(hugo, first, 5_000)).text).toBe('faucet_too_soon');
    expect((await status(hugo)).code).toBe('ok');
    expect(await errorOf('faucetStatus', { as: 'alice', network: 'testnet4' })).toBe('faucet_not_available');
    const socket = await explorer.socket();
    socket.send({ 'track-wallet': 'cold', action: 'ping' });
    await socket.next(({ pong }) => pong === true);
    await mine(1);

    // the address is watched as a wallet
    const { 'wallet-transactions': received } = await socket.next((frame) => 'wallet-transactions' in frame);
    expect(received).toMatchObject([{ txid, status: { confirmed: true } }]);
    socket.close();
    const wallet = await explorer.get<WatchedWallet>('/api/v1/wallet/cold');
    expect([...Value.Errors(WatchedWallet, wallet)]).toEqual([]);
    expect(wallet[watched]).toMatchObject({ stats: { funded_txo_sum: 5_000 }, transactions: [{ txid, value: 5_000 }] });
    const treasuries = await explorer.get('/api/v1/treasuries');
    expect([...Value.Errors(Treasuries, treasuries)]).toEqual([]);
    expect(treasuries).toMatchObject([{ name: 'Example', wallet: 'cold', balances: [{ balance: 5_000 }] }]);
    expect(await explorer.status('/api/v1/wallet/other')).toMatchObject({ status: 404, text: 'No such wallet' });
  });

  it('serves wallets with an owner to other servers, and no other wallet', async () => {
    expect(await explorer.get('/api/v1/services/wallets')).toEqual(['cold']);
    const wallet = await explorer.get('/api/v1/services/wallets/cold');
    expect([...Value.Errors(ServiceWallet, wallet)]).toEqual([]);
    expect(wallet).toMatchObject({ [watched]: { address: watched, active: true } });
    expect(await explorer.get('/api/v1/services/treasuries')).toEqual(await explorer.get('/api/v1/treasuries'));
    const hidden = await explorer.status('/api/v1/services/wallets/hidden');
    expect(hidden).toMatchObject({ status: 404, text: 'No such wallet' });
    const relay = {
      base: `${explorer.url}/api/v1/services`,
      own: [],
      network: networks.regtest,
      fetcher: fetch,
      onFailure(error: unknown) {
        throw error;
      },
    };
    expect(await readRelay(relay, [])).toEqual([{ name: 'cold', addresses: [watched], treasury: 'Example' }]);
  });
}

/** Registers the tests of enterprise sites, limits and credentials. */
export function siteCases(): void {
  it('serves the info of the site of an enterprise, by the host name of a trusted proxy too', async () => {
    const infoOf = async (name: string, host: string) => {
      const headers = { 'x-forwarded-host': host };
      return (await explorer.status(`/api/v1/services/enterprise/info/${name}`, { headers })).text;
    };
    const info = await infoOf('acme', 'explorer.example');
    const img = '/api/v1/services/enterprise/images/acme/logo';
    expect(JSON.parse(info)).toEqual({ site_id: 3, title: 'Acme', name: 'acme', img, cobranded: false });
    expect(await infoOf('btc', 'btc.acme.example')).toBe(info);
    expect(await infoOf('btc', 'explorer.example')).toBe('No such enterprise');
    expect((await explorer.status(img)).headers.get('content-type')).toBe('image/svg+xml');
    const board = await explorer.get('/api/v1/services/boards/acme/reserves');
    expect([...Value.Errors(Board, board)]).toEqual([]);
    expect(board).toMatchObject({ title: 'Reserves', widgets: [{ type: 'wallet', wallet: 'cold' }] });
    for (const path of ['acme/other', 'btc/reserves', '.main/reserves'])
      expect(await explorer.status(`/api/v1/services/boards/${path}`)).toMatchObject({
        status: 404,
        text: 'No such board',
      });
  });

  it('limits links by address of the client and by server without proofs', async () => {
    const of = browser('10.0.0.8');
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await of.call('emailLink', { body: { email: 'invalid' } })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const answers: string[] = [];
    for (let client = 0; client < 20; client++) {
      const sent = { body: { email: `client-${client}@example.org` } };
      answers.push((await browser(`10.1.0.${client}`).call('emailLink', sent)).text);
    }
    // one was spent by the form
    expect(answers.filter((text) => text === 'temporarily_unavailable')).toHaveLength(1);
  });

  it('limits attempts to sign in by address', async () => {
    const attempts = Array.from({ length: 12 }, () => call('login', { body: { username: '', password: '' } }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it('refuses callers without a credential, and malformed requests', async () => {
    for (const id of Object.keys(serviceRoutes) as ServiceRouteId[]) {
      const { access } = serviceRoutes[id];
      if (access === 'public') continue;
      const word = id === 'account' || id === 'menu' ? 'invalid_user' : 'unauthorized';
      const headers = { 'x-forwarded-for': '10.0.0.9' };
      expect(await errorOf(id, { headers }), id).toBe(word);
      expect(await errorOf(id, { headers: { ...headers, 'x-mempool-auth': 'gbk_wrong' } }), id).toBe(word);
    }
    expect(await errorOf('jwt', { as: 'alice' })).toBe('forbidden');
    expect(await errorOf('history', { as: 'alice' })).toBe('bad_request');
    for (const body of [{}, { txInput: 5 }, { txInput: 'ab' }, { txInput: ['ab'.repeat(32)] }])
      expect(await errorOf('estimate', { body })).toBe('bad_request');
    for (const body of ['{', '[]', 'null', '"x"']) {
      const response = await explorer.post(`${base}/accelerator/estimate`, body);
      expect(response).toMatchObject({ status: 400, text: 'bad_request' });
    }
    expect(await errorOf('estimate', { body: { txInput: 'ab'.repeat(32) } })).toBe('txid_not_in_mempool');
    expect(await errorOf('cancel', { as: 'alice', body: { id: 'x' } })).toBe('bad_request');
    const tooLong = await explorer.post(`${base}/accelerator/estimate`, 'x'.repeat(20_000));
    expect(tooLong.status).toBe(413);
    expect(await answerTo('version')).toMatchObject({ version: '0.1.0' });
  });
}
