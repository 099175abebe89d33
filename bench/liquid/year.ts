/**
 * Follows a simulated federation for a year: peg-ins, peg-outs and their payments (exact, of several at once, less a
 * fee), burns, dust, a change of the federation, outputs that expire, and one that the emergency keys spend. The first
 * half exists at the start. In the second half the program follows both nodes, and after each month every answer about pegs and reserves is compared with
 * values computed from the blocks of both nodes. In the middle of it are a reorg of each chain and a kill.
 *
 *     node bench/liquid/year.ts [--blocks 3200] [--days 365] [--seed 1] [--keep]
 *
 * Blocks are those of the parent chain, with a time lock of 1,008 blocks: a third of the year. `--keep`: the program runs
 * until Ctrl+C, to look at its pages. Exits with 1 on a difference.
 */
import { deepStrictEqual, ok } from 'node:assert';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AuditState, Peg } from '@glassblock/contract/liquid';
import { createDevnode } from '@glassblock/devnode';
import { type Program, runCommand, startProgram } from '../../packages/server/test/support/program.ts';
import { recountRoutes } from './recount-routes.ts';

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '3200' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const blocks = Number(values.blocks);
const spacing = Math.floor((Number(values.days) * 86_400) / blocks);
const half = Math.floor(blocks / 2);
/** Comparisons in the second half. */
const steps = 6;

const startMs = performance.now();
const seconds = () => ((performance.now() - startMs) / 1_000).toFixed(0);
const endTime = Math.floor(Date.now() / 1_000);
let time = endTime - (blocks - half) * spacing;
const directory = await mkdtemp(join(tmpdir(), 'glassblock-liquid-year-'));
const node = await createDevnode({
  ...{ profile: 'core31', seed: Number(values.seed), live: false, mempoolSize: 4, elements: {} },
  ...{ blocks: half, pastBlockSeconds: spacing, clock: () => time * 1_000, maxChainBytes: 2 ** 32 },
});
const elements = node.elements!;
const nodes = [
  '--node',
  node.rpcUrl,
  '--network',
  'demo',
  '--liquid',
  elements.rpcUrl,
  '--liquid-network',
  'liquiddemo',
];
const launch = () => startProgram([...nodes, '--data-dir', directory]);
console.log(`${half} blocks of the parent chain and ${elements.chain.height} of the side chain after ${seconds()} s`);

async function read<T>(program: Program, path: string): Promise<T> {
  const { status, text } = await program.status(`/liquid/api/${path}`);
  ok(status === 200, `${path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}

/** Waits for an audit of both tips. */
async function settled(program: Program): Promise<void> {
  for (;;) {
    const { status, text } = await program.status('/liquid/api/glass/v1/liquid/audit');
    const { block, parentBlock } = status === 200 ? (JSON.parse(text) as AuditState) : ({} as Partial<AuditState>);
    if (block?.hash === elements.chain.tip.hash && parentBlock?.hash === node.state.chain.tip.hash) return;
    await pause(200);
  }
}

let compared = 0;

/** Compares all answers about pegs and reserves at the present tips. */
async function compare(program: Program, when: string): Promise<void> {
  await settled(program);
  const { answers, pegs, counts, unmatched } = recountRoutes(node, Math.floor(Date.now() / 1_000));
  for (const [path, expected] of Object.entries(answers)) {
    deepStrictEqual(await read(program, `v1/liquid/${path}`), expected, `${when}: ${path}`);
    compared++;
  }
  deepStrictEqual(await read(program, 'glass/v1/liquid/peg-outs/unmatched'), unmatched, `${when}: unmatched`);
  compared++;
  const listed: Peg[] = [];
  for (let page: Peg[] = []; listed.length === 0 || page.length > 0; listed.push(...page)) {
    page = await read<Peg[]>(program, `v1/liquid/pegs/list/${listed.length}`);
    compared++;
  }
  deepStrictEqual(listed, pegs, `${when}: pegs/list`);
  const shown = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  console.log(`${when}, block ${elements.chain.height}, after ${seconds()} s: ${shown.join(', ')}`);
}

/** Adds blocks of both chains up to a part of the second half. */
function follow(from: number, to: number): void {
  for (let i = from; i < to; i++) {
    time += spacing;
    node.commands.continuePast();
  }
}

async function reorgsAndKill(program: Program): Promise<Program> {
  node.commands.reorg(3);
  await compare(program, 'reorg of the parent chain');
  elements.commands.disconnect(4);
  elements.commands.mine(5);
  await compare(program, 'reorg of the side chain');
  node.commands.reorg(2);
  elements.commands.disconnect(2);
  elements.commands.mine(3);
  const exited = once(program.child, 'exit');
  program.child.kill('SIGKILL');
  await exited;
  const next = await launch();
  await compare(next, 'kill after a reorg of both');
  return next;
}

let program = await launch();
try {
  await compare(program, 'half a year');
  for (let step = 0; step < steps; step++) {
    const [from, to] = [step, step + 1].map((at) => Math.floor(((blocks - half) * at) / steps)) as [number, number];
    follow(from, to);
    await compare(program, `${6 + step + 1} twelfths of the year`);
    if (step === steps / 2) program = await reorgsAndKill(program);
  }
  const { counts } = recountRoutes(node, endTime);
  for (const [name, count] of Object.entries(counts)) ok(count > 0, `no ${name}`);
  const url = JSON.parse(program.log.find((line) => line.includes('"listening"'))!).url as string;
  const verified = await runCommand(['index', 'reserves', '--verify', ...nodes, '--server', `${url}liquid`]);
  deepStrictEqual(verified.code, 0, verified.out + verified.errors);
  ok(verified.out.includes('differ by 0 sats in the supply and 0 sats in the reserves'), verified.out);
  const warnings = program.log.filter((line) => line.includes('federation-audit'));
  deepStrictEqual(warnings, [], 'warnings of the audit');
  console.log(`${compared} answers in ${seconds()} s, and \`index reserves --verify\`: no difference`);
  if (values.keep) {
    console.log(`${url}liquid, until Ctrl+C`);
    await once(process, 'SIGINT');
  }
} finally {
  await program.stop();
  await node.stop();
  await rm(directory, { recursive: true, force: true });
}
