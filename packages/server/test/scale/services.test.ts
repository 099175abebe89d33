// Not part of `npm test`: `npm run test:scale` starts Cassandra, nats-server and PostgreSQL.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Program } from '../support/program.ts';
import { ready, type Site, settled, startSite, until } from './cluster.ts';
import { createServicesUser } from './services-user.ts';

const postgres = process.env['GLASSBLOCK_TEST_POSTGRES'];

let site: Site;
let serving: Program;
let key: string;

describe('a standby of the services', () => {
  beforeAll(async () => {
    if (postgres === undefined) throw new Error('GLASSBLOCK_TEST_POSTGRES is missing: use npm run test:scale');
    site = await startSite({ postgres });
    await site.follower();
    serving = await site.serving();
    await ready(serving);
  });
  afterAll(() => site?.stop());

  const hasLogged = (program: Program, event: string) => () => program.log.some((line) => line.includes(`"${event}"`));
  const explain = (program: Program) => () => program.log.slice(-10).join('\n');
  const request = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'x-mempool-auth': key };
    const options = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const { url } = serving.log.map((line) => JSON.parse(line)).find(({ event }) => event === 'listening');
    const response = await fetch(`${String(url)}api/v1/services/${path}`, options);
    return { status: response.status, text: await response.text() };
  };
  /** Pays a transaction, which the services find in the mempool of the follower. */
  const pay = async () => {
    const txid = await site.node.pay(await site.node.newAddress('bech32'), 0.1, { feeRate: 2 });
    await settled(site.node, serving);
    return txid;
  };
  const accelerate = async (txInput: string) => {
    let last = '';
    await until(
      async () => {
        const { status, text } = await request('accelerator/accelerate', { txInput, userBid: 3_000 });
        last = `${status} ${text}`;
        return status === 200;
      },
      () => last,
    );
  };

  it('takes over from a process that is paused, which writes nothing afterwards', async () => {
    const first = await site.services('services-1');
    await until(hasLogged(first, 'leading'), explain(first));
    const second = await site.services('services-2');
    await until(hasLogged(second, 'standby'), explain(second));
    expect(JSON.parse((await second.status('/readyz')).text)).toMatchObject({ role: 'standby' });
    key = await createServicesUser(site.servicesFlags, 'alice', { GLASSBLOCK_SERVICES_POSTGRES: postgres! });
    await accelerate(await pay());
    const [before, next] = [await request('accelerator/balance'), await pay()];
    expect(before.status).toBe(200);
    first.child.kill('SIGSTOP');
    await accelerate(next);
    expect(hasLogged(second, 'leading')()).toBe(true);
    const ended = once(first.child, 'exit');
    first.child.kill('SIGCONT');
    expect((await ended)[0]).not.toBe(0);
    const history = await request('accelerator/history?status=all');
    expect(history.text).toContain(next);
    // one hold for each of the two
    const hold = 50_000 - (JSON.parse(before.text) as { balance: number }).balance;
    expect(hold).toBeGreaterThan(0);
    expect(JSON.parse((await request('accelerator/balance')).text)).toMatchObject({ balance: 50_000 - 2 * hold });
    // a stop releases the lease
    const third = await site.services('services-3');
    await until(hasLogged(third, 'standby'), explain(third));
    expect(await second.stop()).toBe(0);
    await until(hasLogged(third, 'leading'), explain(third));
    await accelerate(await pay());
  });
});
