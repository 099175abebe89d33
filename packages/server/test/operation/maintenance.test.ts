// Takes more than a minute: most tests start the program as a process of its own, some up to three times.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NetworkState } from '@glassblock/contract';
import { createDevnode, type Devnode } from '@glassblock/devnode';
import { createFollower, openIndex, prefixerOf, tables, tipOfMarker } from '@glassblock/index';
import { createBlockSource, createNodeClient, type NodeClient, parseNodeUrl } from '@glassblock/node';
import { networks } from '@glassblock/primitives';
import { openLevelEngine, openMemoryEngine, openStore, rowKey, type Store } from '@glassblock/store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainDigest } from '../../../index/test/support/chain-digest.ts';
import { type CheckFlags, check } from '../../src/cli/check.ts';
import { loadConfig } from '../../src/config/config.ts';
import { chainSourceOf } from '../../src/threads/node-sources.ts';
import { type Program, runCommand, startProgram } from '../support/program.ts';

// each test starts the program up to ten times

const nodeOptions = { profile: 'core31', seed: 12, live: false, blocks: 30, mempoolSize: 40 } as const;
let node: Devnode;
let client: NodeClient;
/** Data directory of a server that has indexed everything and ended cleanly, with table files on disk. */
let built: string;
let directory: string;
let program: Program | undefined;

beforeAll(async () => {
  node = await createDevnode(nodeOptions);
  client = createNodeClient({ ...parseNodeUrl(node.rpcUrl), connections: 2 });
  built = await mkdtemp(join(tmpdir(), 'glassblock-built-'));
  directory = built;
  await indexed();
  // reopening turns its log into a table file
  await withStore(indexDirectory(), async () => undefined);
  await indexed();
});
afterAll(async () => {
  await rm(built, { recursive: true, force: true });
  await client?.close();
  await node?.stop();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'glassblock-maintenance-'));
});
afterEach(async () => {
  await program?.stop();
  program = undefined;
  await rm(directory, { recursive: true, force: true });
});

const nodeSays = async (method: string): Promise<number> => Number(await client.rpc(method));
const indexDirectory = () => join(directory, 'demo', 'index');
const words = (url = node.rpcUrl) => ['--node', url, '--network', 'demo', '--data-dir', directory];
const command = (...more: string[]) => runCommand(['index', ...more, ...words()]);
/** Standard error of a command that succeeds; it has progress too, if the machine is slow. */
const noFailure = expect.not.stringContaining('glassblock:');
const begin = async (wrapper?: readonly string[], url?: string) => {
  program = await startProgram([...words(url), '--memory', '64MB'], wrapper);
  return program;
};
const isSettled = ({ index }: NetworkState) =>
  index.synced && index.height !== null && index.height === index.nodeHeight;
const end = async () => {
  const code = await program!.stop();
  program = undefined;
  return code;
};

/** Runs the server until it has indexed everything, and stops it. */
async function indexed(): Promise<void> {
  await begin();
  await program!.until(isSettled);
  expect(await end()).toBe(0);
}

/** Copies the built data directory, with the times of its files, instead of indexing once more. */
const copyBuilt = () => cp(built, directory, { recursive: true, preserveTimestamps: true });

/** Runs `index check` in this process; the first test runs the command itself. */
async function checked(flags: CheckFlags = {}, url = node.rpcUrl): Promise<{ isIntact: boolean; out: string }> {
  const lines: string[] = [];
  const terminal = {
    say: (line: string) => lines.push(`${line}\n`),
    progress: () => undefined,
    ask: async () => undefined,
  };
  const config = loadConfig({ node: url, network: 'demo', dataDir: directory }, {});
  return { isIntact: await check(config, flags, terminal), out: lines.join('') };
}

/** Expects that `index check --whole` finds no errors. */
async function expectIntact(url = node.rpcUrl): Promise<void> {
  const { isIntact, out } = await checked({ whole: true }, url);
  expect(isIntact, out).toBe(true);
}

async function withStore<T>(path: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(
    await openLevelEngine({ directory: path, cacheBytes: 1 << 20, writeBufferBytes: 1 << 20 }),
  );
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Returns the digest of an index built block by block with the same key, up to the tip of this one. */
async function digestFromNothing(store: Store): Promise<string> {
  const view = await store.view();
  const tip = tipOfMarker(view.tip)!;
  await view.close();
  const source = chainSourceOf(client, createBlockSource(client, true), networks.demo);
  const fresh = await openStore(openMemoryEngine());
  const prefixer = await openIndex(fresh, (await prefixerOf(store, 'demo'))!.identity);
  const follower = await createFollower({
    store: fresh,
    prefixer,
    source: { ...source, tip: async () => ({ ...tip, catchingUp: false }) },
    onFacts: () => undefined,
  });
  await follower.catchUp();
  return chainDigest(fresh);
}

describe('index check and rebuild', () => {
  it('need an index that no server uses, accept a correct one, and remove it only when confirmed', async () => {
    expect(await command('check')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^glassblock: there is no index of demo in/),
    });
    await begin();
    await program!.until(isSettled);
    const refused = await command('check');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toMatch(/^glassblock: the index in .* is in use: stop the server first\n$/);
    expect(await command('rebuild', '--yes')).toMatchObject({ code: 1, errors: expect.stringMatching(/in use/) });
    await end();
    const height = await nodeSays('getblockcount');
    expect(await command('check')).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          `^Verified \\d+ files, \\d+\\.\\d MB: no errors.\nChecked ${height + 1} blocks with \\d+ transactions: no errors.\n$`,
        ),
      ),
    });
    expect(await command('check', '--whole')).toMatchObject({ code: 0, errors: noFailure });
    expect(await command('rebuild')).toMatchObject({ code: 1, errors: expect.stringMatching(/nothing was removed/) });
    expect(existsSync(indexDirectory())).toBe(true);
    const { code, out } = await command('rebuild', '--yes');
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Removed the index of .* The next start rebuilds it from the node/),
    });
    expect(readdirSync(join(directory, 'demo'))).toEqual([
      'addresses',
      'audits',
      'contents',
      'control',
      'forecasts',
      'journal',
      'lock',
      'replacements',
      'samples',
      'summaries',
    ]);
    await indexed();
    await expectIntact();
  });

  it('report table and key of errors', async () => {
    await copyBuilt();
    const key = rowKey(tables.cells, new Uint8Array([0, 0, 0, 7]));
    await withStore(indexDirectory(), async (store) => {
      const view = await store.view();
      await store.commit([{ table: tables.cells, key, value: undefined }], view.tip!);
      await view.close();
    });
    const { isIntact, out } = await checked({ whole: true });
    expect(isIntact).toBe(false);
    expect(out).toMatch(/\ncells 00000007: the row is missing\nChecked .*: 1 error. Run "glassblock index rebuild"/);
  });
});

describe('index export', () => {
  it('copies the index while following: the copy equals an index built from scratch', async () => {
    await begin();
    await program!.until(isSettled);
    const mining = setInterval(() => node.commands.mine(1), 40);
    const copies: string[] = [];
    for (let i = 0; i < 2; i++) {
      const copy = join(directory, `copy${i}`);
      const { code, out, errors } = await command('export', copy);
      expect({ code, errors }).toEqual({ code: 0, errors: noFailure });
      expect(out).toMatch(/^Copied \d+ rows, \d+\.\d MB, to /);
      copies.push(copy);
    }
    clearInterval(mining);
    for (const copy of copies) {
      await withStore(copy, async (store) => expect(await chainDigest(store)).toBe(await digestFromNothing(store)));
    }
    expect(await command('check', '--whole', '--index', copies[1]!)).toMatchObject({ code: 0 });
    expect(await command('export', copies[0]!)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/is not empty/),
    });
    expect(statSync(join(directory, 'demo', 'control')).mode & 0o777).toBe(0o700);
    await program!.until(isSettled);
    await end();
    const direct = join(directory, 'direct');
    expect(await command('export', direct)).toMatchObject({ code: 0 });
    await withStore(direct, async (store) => expect(await chainDigest(store)).toBe(await digestFromNothing(store)));
  });
});

describe('an index of another format', () => {
  it('is rejected with instructions, and can be rebuilt', async () => {
    await copyBuilt();
    await withStore(indexDirectory(), async (store) => {
      const view = await store.view();
      const key = rowKey(tables.meta, new Uint8Array(1));
      const row = (await view.get(tables.meta, key))!;
      await store.commit([{ table: tables.meta, key, value: new Uint8Array([1, ...row.subarray(1)]) }], view.tip!);
      await view.close();
    });
    await expect(begin()).rejects.toThrow(
      /^ended with 1: glassblock: this index was written in format 1, .*: run "glassblock index rebuild" to build it again\n$/,
    );
    await expect(checked()).rejects.toThrow(/format 1/);
    expect(await command('rebuild', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(indexDirectory())).toBe(false);
  });
});

/**
 * Truncates or flips a bit in the middle of every table of the index.
 * @returns the number of tables
 */
function damageTables(damage: (path: string, bytes: Buffer) => void): number {
  const names = readdirSync(indexDirectory()).filter((one) => one.endsWith('.ldb'));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) damage(join(indexDirectory(), name), readFileSync(join(indexDirectory(), name)));
  return names.length;
}
const truncate = (path: string, bytes: Buffer) => truncateSync(path, Math.floor(bytes.length / 2));
const flip = (path: string, bytes: Buffer) => {
  bytes[Math.floor(bytes.length / 3)]! ^= 0x20;
  writeFileSync(path, bytes);
};

describe('a damaged file', () => {
  it('is found by index check, and the next start rebuilds the index', async () => {
    await copyBuilt();
    const damaged = damageTables(flip);
    const { isIntact, out } = await checked();
    expect(isIntact).toBe(false);
    // the store decides how many table files it writes
    expect(out).toMatch(
      /^(\d+\.ldb: the checksum of the data block at byte \d+ is wrong\n)+Verified .*: \d+ damaged files?\. The next start rebuilds/,
    );
    expect(out).toContain(`: ${damaged} damaged file`);
    await begin();
    await program!.until(isSettled);
    expect(program!.log.filter((line) => line.includes('"index-damaged"'))).toHaveLength(1);
    expect(await end()).toBe(0);
    await expectIntact();
  });

  it('is reported while mempool and recent blocks are served, and rebuilt once the node can give all blocks', async () => {
    // the simulated node never prunes the newest 288 blocks
    const blocks = 300;
    const whole = await createDevnode({ ...nodeOptions, blocks });
    const pruned = await createDevnode({ ...nodeOptions, blocks, maxChainBytes: 1 });
    try {
      await begin(undefined, whole.rpcUrl);
      await program!.until(isSettled);
      expect(await end()).toBe(0);
      await withStore(indexDirectory(), async () => undefined);
      damageTables(truncate);
      await begin(undefined, pruned.rpcUrl);
      const { node: said, index } = await program!.until(
        (state) => state.mempool.synced && /pruned/.test(state.node.sentence),
      );
      expect(said.sentence).toMatch(
        /^\d+\.ldb is damaged \(it has \d+ bytes instead of \d+\)(, and \d other files?)?: the index cannot be rebuilt, as the node is pruned\.$/,
      );
      expect(index).toMatchObject({ height: null, synced: false });
      const { status, text } = await program!.status('/api/v1/blocks');
      expect(status).toBe(200);
      expect((JSON.parse(text) as { height: number }[])[0]!.height).toBe(blocks);
      expect(JSON.parse((await program!.status('/api/mempool')).text)).toMatchObject({
        count: nodeOptions.mempoolSize,
      });
      expect(await end()).toBe(0);
      await begin(undefined, whole.rpcUrl);
      const settled = await program!.until(isSettled);
      expect(settled.node.sentence).not.toMatch(/damaged/);
      expect(program!.log.join('\n')).toMatch(/\d+\.ldb is damaged .*: the index is rebuilt from the node/);
      expect(await end()).toBe(0);
      await expectIntact(whole.rpcUrl);
    } finally {
      await pruned.stop();
      await whole.stop();
    }
  });

  it('is found after a clean end although its time is unchanged', async () => {
    await copyBuilt();
    damageTables((path, bytes) => {
      const { atime, mtime } = statSync(path);
      flip(path, bytes);
      utimesSync(path, atime, mtime);
    });
    const isRebuilt = async () => {
      await begin();
      const isReported = () => program!.log.some((line) => line.includes(': the index is rebuilt from the node'));
      await program!.until((state) => isReported() && isSettled(state));
    };
    // LevelDB may end the process at a damaged key before the verification comes to its file: the next start verifies first
    await isRebuilt().catch(async (error: unknown) => {
      expect(String(error)).toMatch(/leveldb|fetch failed/);
      await program?.stop();
      await isRebuilt();
    });
    expect(await end()).toBe(0);
    await expectIntact();
  });

  it('is rebuilt when rows cannot be decoded although all checksums are right', async () => {
    await copyBuilt();
    await withStore(indexDirectory(), async (store) => {
      const view = await store.view();
      for await (const { key } of store.everyRow(tables.blocks)) {
        await store.commit([{ table: tables.blocks, key, value: Uint8Array.of(0xff) }], view.tip!);
      }
      await view.close();
    });
    await begin();
    const rebuilds = () =>
      program!.log.filter((line) => line.includes('decoded') && line.includes(': the index is rebuilt'));
    await program!.until((state) => rebuilds().length > 0 && isSettled(state));
    expect(rebuilds()).toHaveLength(1);
    expect(await end()).toBe(0);
    await expectIntact();
  });

  it('is found after kill -9 without opening the index', async () => {
    await copyBuilt();
    await begin();
    await program!.until(isSettled);
    const killed = once(program!.child, 'exit');
    program!.child.kill('SIGKILL');
    await killed;
    damageTables(flip);
    await begin();
    await program!.until(isSettled);
    expect(program!.log.filter((line) => line.includes('"index-damaged"'))).toHaveLength(1);
    expect(await end()).toBe(0);
    await expectIntact();
  });
});

/** Limits the size of files that a process may write; undefined: unlimited. */
const limitFiles = (pid: number, bytes: number | undefined) =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`]);

describe('a disk that rejects writes', () => {
  it('is reported, reads continue, and following resumes when writes succeed, without a restart', async () => {
    // attempts that fail with the same error are logged at this level
    const config = join(directory, 'glassblock.json');
    writeFileSync(config, '{"logLevel":"debug"}');
    program = await startProgram([...words(), '--memory', '64MB', '--config', config]);
    await program.until(isSettled);
    const before = await nodeSays('getblockcount');
    limitFiles(program!.child.pid!, 100);
    node.commands.mine(1);
    const state = await program!.until(({ node: said }) => /disk/.test(said.sentence));
    expect(state.node.sentence).toMatch(
      /^The disk refuses writes \(.*[Ff]ile too large.*\): writing resumes when it accepts them\.$/,
    );
    const refusedWrites = () => program!.log.filter((line) => line.includes('"index-trouble"')).length;
    const refused = refusedWrites();
    node.commands.mine(2);
    for (const more of [1, 2]) {
      await program!.until(() => refusedWrites() >= refused + more);
      expect(await program!.status('/api/blocks/tip/height')).toEqual({ status: 200, text: String(before) });
      expect((await program!.status(`/api/block-height/${before}`)).status).toBe(200);
    }
    limitFiles(program!.child.pid!, undefined);
    await program!.until((now) => isSettled(now) && now.index.height === before + 3);
    node.commands.mine(1);
    await program!.until((now) => isSettled(now) && now.index.height === before + 4);
    expect((await program!.status('/api/blocks/tip/height')).text).toBe(String(before + 4));
    expect(await end()).toBe(0);
    await expectIntact();
  });
});
