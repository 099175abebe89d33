// A separate process, since a signal to the process of the tests would end them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { startScriptedBus } from '../support/scripted-bus.ts';

let node: Devnode;
let directory: string;
let program: Program;
/** File of the boards of a site. */
const fileOf = (site: string) => join(directory, `${site}.toml`);
const board = (name: string) =>
  `[[boards]]\nname = "${name}"\ntitle = "Board ${name}"\n[[boards.widgets]]\ntype = "fees"\n`;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-reload-'));
  node = await createDevnode({ profile: 'core31', seed: 5, live: false, blocks: 5, mempoolSize: 5 });
  const logo = join(directory, 'logo.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(fileOf('main'), board('first'));
  await writeFile(fileOf('acme'), board('first'));
  const config = join(directory, 'glassblock.json');
  const enterprise = [{ name: 'acme', hosts: ['btc.acme.example'], title: 'Acme', logo, boards: fileOf('acme') }];
  const networks = [{ name: 'demo', node: node.rpcUrl }];
  await writeFile(config, JSON.stringify({ dataDir: directory, networks, boards: fileOf('main'), enterprise }));
  program = await startProgram(['--config', config]);
});
afterAll(async () => {
  await program?.stop();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

const reports = () =>
  program.log
    .map((line) => JSON.parse(line) as { event?: string; level?: number; msg?: string })
    .filter(({ event }) => event === 'boards');
/** Sends the signal. @returns the reports that follow, once there are as many */
async function reload(count: number) {
  const before = reports().length;
  program.child.kill('SIGHUP');
  await expect.poll(() => reports().length).toBe(before + count);
  return reports().slice(before);
}
/** Status codes of the boards `first` and `second`. */
const boardsOf = (site: string) =>
  Promise.all(
    ['first', 'second'].map(async (name) => (await program.status(`/api/v1/services/boards/${site}/${name}`)).status),
  );

it('reads boards again on SIGHUP; a site whose file has faults keeps its boards', async () => {
  const sites = async () => [await boardsOf('.main'), await boardsOf('acme')];
  const only = { first: [200, 404], second: [404, 200] };
  expect(await sites()).toEqual([only.first, only.first]);
  await writeFile(fileOf('main'), board('second'));
  await writeFile(fileOf('acme'), '[[boards]]\nname = "second"\n[[boards.widgets]]\ntype = "unknown"\n');
  const faults = await reload(1);
  for (const { level, msg } of faults) {
    expect(level).toBe(50);
    expect(msg).toContain('acme');
  }
  expect(await sites()).toEqual([only.second, only.first]);
  // a file that is away, and one that is no TOML
  await rm(fileOf('acme'));
  await writeFile(fileOf('main'), '[[');
  expect((await reload(2)).map(({ level }) => level)).toEqual([50, 50]);
  expect(await sites()).toEqual([only.second, only.first]);
  await writeFile(fileOf('acme'), board('second'));
  await writeFile(fileOf('main'), board('first'));
  expect(await reload(1)).toMatchObject([{ level: 30, msg: 'read the boards again' }]);
  expect(await sites()).toEqual([only.first, only.second]);
  expect(program.child.exitCode).toBeNull();
});

/** Sends the signal to a process without boards, which reports that it has none and goes on. */
async function expectNoFiles(plain: Program, path: string) {
  try {
    plain.child.kill('SIGHUP');
    const isReported = () => plain.log.some((line) => line.includes('there are no files to read again'));
    await expect.poll(isReported).toBe(true);
    await expect.poll(async () => (await plain.status(path)).status).toBe(200);
    expect(plain.child.exitCode).toBeNull();
  } finally {
    await plain.stop();
  }
}

it('goes on after a SIGHUP without boards', async () => {
  const config = join(directory, 'plain.json');
  const networks = [{ name: 'demo', node: node.rpcUrl }];
  await writeFile(config, JSON.stringify({ dataDir: join(directory, 'plain'), networks }));
  await expectNoFiles(await startProgram(['--config', config]), '/api/glass/v1/state');
});

it('goes on after a SIGHUP with --role services, which reads no boards', async () => {
  const config = join(directory, 'services.json');
  const dataDir = join(directory, 'services-role');
  const services = { miners: [{ name: 'own', node: node.rpcUrl }] };
  // another process has the services, so that no cluster is needed
  const bus = await startScriptedBus({ host: hostname(), id: '1', place: join(dataDir, 'services', 'services.db') });
  try {
    const shared = { role: 'services', bus: bus.url, store: 'cassandra://127.0.0.1:1/glassblock' };
    const networks = [{ name: 'regtest', node: node.rpcUrl }];
    await writeFile(config, JSON.stringify({ ...shared, dataDir, networks, services, boards: fileOf('main') }));
    await expectNoFiles(await startProgram(['--config', config]), '/readyz');
  } finally {
    await bus.stop();
  }
});
