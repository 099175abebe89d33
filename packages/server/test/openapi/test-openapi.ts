/**
 * Tests the REST API against its OpenAPI document with schemathesis: some thousand generated requests to an explorer on
 * a simulated node; statuses, media types and bodies must be as documented. Needs Python 3.10 or newer; installs
 * schemathesis into `.cache/schemathesis`.
 *
 *     npm run test:openapi
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode } from '@glassblock/devnode';
import { networks } from '@glassblock/primitives';
import { createApiKey, createUser, openDatabase } from '@glassblock/services';
import { pino } from 'pino';
import { loadConfig, startExplorer } from '../../src/index.ts';

const version = '4.32.5';
const top = join(import.meta.dirname, '..', '..', '..', '..');
const environment = join(top, '.cache', 'schemathesis', version);

async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, { stdio: 'inherit', cwd: environment, env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function install(): Promise<void> {
  if (existsSync(join(environment, 'bin', 'schemathesis'))) return;
  mkdirSync(environment, { recursive: true });
  if ((await run('python3', ['-m', 'venv', environment])) !== 0) throw new Error('cannot create a Python environment');
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`];
  if ((await run(join(environment, 'bin', 'python'), pip)) !== 0) throw new Error('cannot install schemathesis');
}

async function test(): Promise<number> {
  const node = await createDevnode({
    profile: 'core31',
    seed: 6,
    live: false,
    blocks: 40,
    mempoolSize: 200,
    network: networks.regtest,
  });
  const directory = await mkdtemp(join(tmpdir(), 'glassblock-openapi-'));
  const { config, key } = await withServices(directory, node.rpcUrl);
  const faults: unknown[] = [];
  const explorer = await startExplorer({
    config: { ...config, requestsPerMinute: 0, addressLimits: { sockets: 0, eventStreams: 0 } },
    web: undefined,
    log: pino({ level: 'error' }, { write: (line: string) => faults.push(line) }),
    onFatal: (error) => faults.push(error),
  });
  try {
    const code = await run(
      join(environment, 'bin', 'schemathesis'),
      [
        ...['run', `${explorer.url}api/openapi.json`],
        // of the routes of services
        ...['--header', `X-Mempool-Auth: ${key}`],
        ...['--seed', '1', '--max-examples', '5', '--phases', 'examples,coverage,fuzzing', '--continue-on-failure'],
        '--checks',
        'status_code_conformance,content_type_conformance,response_schema_conformance,no_unexpected_error',
      ],
      { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: import.meta.dirname, PYTHONDONTWRITEBYTECODE: '1' },
    );
    for (const fault of faults) process.stderr.write(`the server reports: ${String(fault)}\n`);
    return code === 0 && faults.length === 0 ? 0 : 1;
  } finally {
    await explorer.stop();
    await node.stop();
    await rm(directory, { recursive: true });
  }
}

/** Configures services with a user. @returns the user's API key */
async function withServices(directory: string, url: string) {
  const file = join(directory, 'glassblock.json');
  const services = { miners: [{ name: 'own', node: url }], proofCost: 100 };
  const own = { dataDir: directory, port: 0, networks: [{ name: 'regtest', node: url }] };
  await writeFile(file, JSON.stringify({ ...own, services }));
  const config = loadConfig({ config: file }, {});
  await mkdir(config.services!.directory, { mode: 0o700 });
  const database = await openDatabase(config.services!.database);
  const now = Math.floor(Date.now() / 1000);
  const user = await createUser(database, { username: 'tester', password: undefined }, now);
  const { key } = await createApiKey(database, user.id, now, 'test');
  await database.destroy();
  return { config, key };
}

await install();
process.exitCode = await test();
