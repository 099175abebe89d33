/**
 * Damages random files of the program: a flipped bit or a truncated file in each of five stores per run, one of which
 * is the index. The real program and `index check` then run on the damaged directory; neither may crash, and answers
 * from the index must equal those of the undamaged one.
 *
 *     node bench/faults.ts [faults=200] [seed=1] [first=0] [occasion]
 *
 * Exits with 1 when a process crashed or an answer differs. Files that are damaged while LevelDB has them open may
 * crash the process once, and may change an answer until the next verification.
 */
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnode } from '@glassblock/devnode';
import { createNodeClient, parseNodeUrl } from '@glassblock/node';
import { seededRandom } from '@glassblock/primitives';
import {
  applyFault,
  drawFault,
  type FileFault,
  filesBelow,
} from '../packages/server/test/support/faults/file-faults.ts';
import { type Program, runCommand, startProgram } from '../packages/server/test/support/program.ts';

const count = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const first = Number(process.argv[4] ?? 0);
const faultsPerRun = 5;

/** How a file is damaged: after a clean stop, after a kill or while open, and whether its modification time changes. */
const occasions = ['closed', 'killed', 'closed, same time', 'running'] as const;
type Occasion = (typeof occasions)[number];
const onlyOccasion = occasions.find((occasion) => occasion === process.argv[5]);

const work = mkdtempSync(join(tmpdir(), 'glassblock-faults-'));
const whole = join(work, 'whole');
const config = join(work, 'config.json');
writeFileSync(config, JSON.stringify({ addressSearch: true, requestsPerMinute: 0 }));
const node = await createDevnode({ profile: 'core31', seed, live: false, blocks: 120, mempoolSize: 80 });
const client = createNodeClient({ ...parseNodeUrl(node.rpcUrl), connections: 2 });

const wordsFor = (directory: string) => [
  ...['--config', config, '--node', node.rpcUrl, '--network', 'demo', '--data-dir', directory],
  ...['--memory', '64MB'],
];
const start = (directory: string): Promise<Program> => startProgram(wordsFor(directory));
const settled = (program: Program) =>
  program.until(
    ({ index, mempool, addresses }) =>
      index.synced &&
      mempool.synced &&
      index.height !== null &&
      index.height === index.nodeHeight &&
      addresses?.height === index.height,
  );

// ---- an undamaged directory in which every store has content

/** Mines blocks with replacements and evictions while the program follows. */
async function fill(): Promise<void> {
  const program = await start(whole);
  await settled(program);
  for (let i = 0; i < 6; i++) {
    const added = node.commands.emitTraffic(40);
    await settled(program);
    const listed = new Set((await client.rpc('getrawmempool')) as string[]);
    const evicted = added.find((one) => listed.has(one));
    if (evicted !== undefined) node.commands.evict(evicted);
    node.commands.mine(1);
    await settled(program);
  }
  const home = join(whole, 'demo');
  const deadline = Date.now() + 150_000;
  const isFilled = () =>
    ['samples', 'summaries', 'forecasts', 'audits'].every((part) => filesBelow(join(home, part)).length > 0);
  while (!isFilled() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 500));
  await program.stop();
}
for (let i = 0; i < 2; i++) await fill();

/** Paths whose answers depend on the index only. */
const paths: string[] = [];
const expected = new Map<string, string>();
/** Paths that read the other stores. */
const otherPaths = [
  '/api/v1/statistics/2h',
  '/api/v1/statistics/all',
  '/api/v1/replacements',
  '/api/v1/blocks',
  '/api/mempool',
  '/api/v1/fees/recommended',
  '/api/v1/mining/blocks/audit/scores',
  '/api/v1/mining/blocks/fees/24h',
  '/api/address-prefix/bc1',
  '/readyz',
];
{
  const program = await start(whole);
  const { index } = await settled(program);
  for (let height = 0; height <= index.height!; height += 9) {
    const { text: hash } = await program.status(`/api/block-height/${height}`);
    paths.push(`/api/block/${hash}`, `/api/block/${hash}/txids`);
    const { text } = await program.status(`/api/block/${hash}/txs/0`);
    for (const tx of (JSON.parse(text) as { txid: string; vout: { scriptpubkey_address?: string }[] }[]).slice(0, 3)) {
      paths.push(`/api/tx/${tx.txid}/status`, `/api/tx/${tx.txid}/outspends`);
      const address = tx.vout[0]?.scriptpubkey_address;
      if (address !== undefined) paths.push(`/api/address/${address}/txs/chain`);
      otherPaths.push(`/api/v1/tx/${tx.txid}/rbf`);
    }
    otherPaths.push(`/api/v1/block/${hash}/audit-summary`);
  }
  for (const path of paths) expected.set(path, (await program.status(path)).text);
  await program.stop();
}
/** Files that matter: not LevelDB's own text logs. */
const filesOf = (directory: string) => filesBelow(directory).filter((file) => !/LOG(\.old)?$/.test(file));
const stores = readdirSync(join(whole, 'demo')).filter((part) => filesOf(join(whole, 'demo', part)).length > 0);
process.stdout.write(`${filesBelow(whole).length} files of ${stores.join(', ')}\n`);

// ---- faults

interface Outcome {
  occasion: Occasion;
  faults: FileFault[];
  /** Starts that crashed. */
  ends: number;
  /** Exit code of `index check`, or its failure. */
  check: string;
  wrong: string[];
  /** Log messages about damage. */
  reports: string[];
}

/** Requests all paths. @returns answers that are wrong, or that are unavailable at the end */
async function ask(program: Program, isFinal: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of [...otherPaths, ...paths]) {
    const { status, text } = await program.status(path);
    const isOther = !expected.has(path);
    const isRight = isOther ? status < 500 : text === expected.get(path);
    if (!isRight && (status !== 503 || isFinal)) wrong.push(`${path}: ${status} ${text.slice(0, 80)}`);
  }
  return wrong;
}

/** Runs the program on a damaged directory. */
async function serve(directory: string, damageNow: (() => void) | undefined, outcome: Outcome): Promise<boolean> {
  let program: Program;
  try {
    program = await start(directory);
  } catch (error) {
    process.stdout.write(`    ${String(error).slice(0, 600)}\n`);
    return false;
  }
  const exited = once(program.child, 'exit').then(([code, signal]) => `ended by itself with ${code ?? signal}`);
  const work = async () => {
    await settled(program);
    damageNow?.();
    outcome.wrong.push(...(await ask(program, false)));
    await settled(program);
    outcome.wrong.push(...(await ask(program, true)));
    return undefined;
  };
  const end = await Promise.race([exited, work().catch((error: unknown) => exitedOr(error))]);
  async function exitedOr(error: unknown): Promise<string> {
    const late = new Promise<string>((resolve) => setTimeout(() => resolve(String(error).slice(0, 3_000)), 1_000));
    return Promise.race([exited, late]);
  }
  for (const line of program.log) {
    const { msg = '', event = '' } = JSON.parse(line) as { msg?: string; event?: string };
    if (/damaged|bad-row/.test(event) || /is damaged/.test(msg)) outcome.reports.push(msg);
  }
  if (end === undefined) {
    const code = await program.stop();
    if (code === 0) return true;
    process.stdout.write(`    exit ${code}\n`);
    return false;
  }
  program.child.kill('SIGKILL');
  process.stdout.write(`    ${end}\n`);
  return false;
}

async function check(directory: string): Promise<string> {
  const copy = `${directory}-check`;
  cpSync(directory, copy, { recursive: true, preserveTimestamps: true });
  const { code, errors } = await runCommand(['index', 'check', '--whole', ...wordsFor(copy)]);
  rmSync(copy, { recursive: true });
  const isCrash = (code !== 0 && code !== 1) || errors.includes('    at ');
  return isCrash ? `ended with ${code}: ${errors.slice(0, 300)}` : String(code);
}

/** Damages the index and four other stores, one file each. */
async function run(number: number): Promise<Outcome> {
  const random = seededRandom(seed * 100_000 + number);
  const below = (n: number) => Math.floor(random() * n);
  const occasion = onlyOccasion ?? occasions[number % occasions.length]!;
  const directory = join(work, `run-${number}`);
  cpSync(whole, directory, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith('socket') });
  const others = stores.filter((store) => store !== 'index');
  while (others.length >= faultsPerRun) others.splice(below(others.length), 1);
  const outcome: Outcome = { occasion, faults: [], ends: 0, check: '-', wrong: [], reports: [] };
  const damage = () => {
    for (const store of ['index', ...others]) {
      const files = filesOf(join(directory, 'demo', store)).map((file) => join('demo', store, file));
      let fault = drawFault(directory, files[below(files.length)]!, random);
      // LevelDB maps its tables: reading behind the end of one that was truncated meanwhile ends any process
      if (occasion === 'running') {
        fault = { ...fault, kind: 'flip', at: below(8 * statSync(join(directory, fault.file)).size) };
      }
      applyFault(directory, fault, occasion !== 'closed');
      outcome.faults.push(fault);
    }
  };
  if (occasion === 'killed') {
    for (const part of stores) rmSync(join(directory, 'demo', part, 'clean-end'), { force: true });
  }
  let damageNow: (() => void) | undefined;
  if (occasion === 'running') damageNow = damage;
  else {
    damage();
    outcome.check = await check(directory);
  }
  for (let tries = 0; tries < 3; tries++) {
    if (await serve(directory, damageNow, outcome)) break;
    damageNow = undefined;
    outcome.ends++;
  }
  if (occasion === 'running') outcome.check = await check(directory);
  rmSync(directory, { recursive: true });
  return outcome;
}

const outcomes: Outcome[] = [];
for (let number = first; number < first + Math.ceil(count / faultsPerRun); number++) {
  const outcome = await run(number);
  outcomes.push(outcome);
  const { faults, occasion, ends, check: checked, wrong, reports } = outcome;
  process.stdout.write(`${number} (${occasion}): ends ${ends}, check ${checked}, wrong ${wrong.length}\n`);
  for (const { file, kind, at } of faults) process.stdout.write(`    ${file} ${kind} ${at}\n`);
  for (const text of [...new Set(reports), ...wrong.slice(0, 3)]) process.stdout.write(`    > ${text}\n`);
}

for (const occasion of occasions) {
  const some = outcomes.filter((one) => one.occasion === occasion);
  const number = (of: (one: Outcome) => boolean) => some.filter(of).length;
  process.stdout.write(
    `${occasion}: ${some.length} runs, ${some.reduce((sum, { faults }) => sum + faults.length, 0)} faults; ` +
      `${number(({ ends }) => ends === 0)} survived, ${number(({ ends }) => ends === 1)} needed a second start, ` +
      `${number(({ ends }) => ends > 1)} more; ${number(({ wrong }) => wrong.length > 0)} with wrong answers; ` +
      `index check: ${number(({ check: checked }) => checked.length > 1)} crashes\n`,
  );
}
await client.close();
await node.stop();
rmSync(work, { recursive: true });
const isFailed = outcomes.some(
  ({ occasion, ends, check: checked, wrong }) =>
    checked.length > 1 || ends > 1 || (occasion !== 'running' && ends + wrong.length > 0),
);
process.exit(isFailed ? 1 : 0);
