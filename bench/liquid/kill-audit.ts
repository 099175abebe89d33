/**
 * Sends SIGKILL to the program at random moments while it audits a simulated federation: during its start, after blocks
 * of either chain, after reorgs of either chain. After each kill, the next start must report the values computed from
 * the blocks of both nodes, and its journal must withdraw and add exactly the differences.
 *
 *     node bench/liquid/kill-audit.ts [--kills 50] [--seed 1] [--blocks 1560]
 *
 * Exits with 1 on a difference.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AuditState, FederationEvent, FederationUtxo } from '@glassblock/contract/liquid';
import { createDevnode } from '@glassblock/devnode';
import type { FederationFact } from '@glassblock/journal';
import { displayHash, seededRandom } from '@glassblock/primitives';
import { readSegments } from '../../packages/journal/test/journal-files.ts';
import { recountFederation } from '../../packages/server/test/support/federation-recount.ts';
import { type Program, startProgram } from '../../packages/server/test/support/program.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    // the time lock of the simulated federation has 1,008 blocks
    blocks: { type: 'string', default: '1560' },
  },
});
const kills = Number(values.kills);
const random = seededRandom(Number(values.seed));
const federationScript = { timelock: 1_008, signedItems: 5 };
/** Longest time between a change and the kill; an audit of this chain takes less than a second. */
const maxDelayMs = 4_000;

const directory = await mkdtemp(join(tmpdir(), 'glassblock-kill-audit-'));
const node = await createDevnode({
  profile: 'core31',
  seed: Number(values.seed),
  live: false,
  blocks: Number(values.blocks),
  mempoolSize: 4,
  elements: {},
});
await node.start();
const elements = node.elements!;

const launch = (): Promise<Program> =>
  startProgram([
    ...['--node', node.rpcUrl, '--network', 'demo', '--data-dir', directory],
    ...['--liquid', elements.rpcUrl, '--liquid-network', 'liquiddemo'],
  ]);

/** Event before the kill. */
const changes: Record<string, () => void> = {
  start: () => undefined,
  'block of the parent chain': () => void node.commands.mine(1),
  'reorg of the parent chain': () => void node.commands.reorg(1 + Math.floor(3 * random())),
  'block of the side chain': () => {
    elements.commands.emitTraffic(3);
    elements.commands.mine(1);
  },
  'reorg of the side chain': () => {
    const depth = 1 + Math.floor(3 * random());
    elements.commands.disconnect(depth);
    elements.commands.mine(depth + 1);
  },
};

async function read<T>(program: Program, path: string): Promise<T | undefined> {
  const { status, text } = await program.status(`/liquid/api${path}`);
  return status === 200 ? (JSON.parse(text) as T) : undefined;
}

/** Waits for an audit of both tips. */
async function settled(program: Program): Promise<AuditState> {
  for (;;) {
    const state = await read<AuditState>(program, '/glass/v1/liquid/audit');
    const isAt =
      state?.block?.hash === elements.chain.tip.hash && state.parentBlock?.hash === node.state.chain.tip.hash;
    if (state !== undefined && isAt) return state;
    await pause(100);
  }
}

async function compare(program: Program): Promise<void> {
  const expected = recountFederation(node, federationScript);
  const state = await settled(program);
  strictEqual(state.supply, String(expected.supply), 'supply');
  strictEqual(state.reserves, String(expected.reserves), 'reserves');
  for (const [path, wanted] of [
    ['', expected.unspent],
    ['/expired', expected.expired],
    ['/emergency-spent', expected.emergency],
  ] as const) {
    const utxos = (await read<FederationUtxo[]>(program, `/v1/liquid/reserves/utxos${path}`))!;
    deepStrictEqual(new Set(utxos.map(({ txid, txindex }) => `${txid}:${txindex}`)), wanted, `utxos${path}`);
  }
}

const keyOf = ({ type, txid, index, time, amount, of }: FederationFact): string =>
  `${type} ${displayHash(txid)}:${index} ${time} ${amount} ${of === undefined ? null : `${displayHash(of.txid)}:${of.index}`}`;

/** Facts about the federation in the whole journal. */
interface Journaled {
  /** Those that hold. */
  readonly holding: Set<string>;
  readonly withdrawn: number;
  readonly added: number;
}

/** Reads the files of the journal of a program that does not run, and checks that nothing is reported twice. */
async function journalOf(): Promise<Journaled> {
  const holding = new Set<string>();
  let [withdrawn, added] = [0, 0];
  for (const { keyframe, events } of await readSegments(join(directory, 'liquiddemo', 'journal'))) {
    deepStrictEqual(new Set((keyframe.federation ?? []).map(keyOf)), holding, 'keyframe and the events before it');
    for (const { fact } of events) {
      if (!('withdrawn' in fact)) continue;
      const key = keyOf(fact);
      if (fact.withdrawn) {
        withdrawn++;
        ok(holding.delete(key), `withdrawn, but never reported: ${key}`);
      } else {
        added++;
        ok(!holding.has(key), `reported twice: ${key}`);
        holding.add(key);
      }
    }
  }
  return { holding, withdrawn, added };
}

const counts = new Map<string, number>();
const startMs = performance.now();
try {
  for (let kill = 1; kill <= kills; kill++) {
    const kinds = Object.keys(changes);
    const kind = kinds[Math.floor(random() * kinds.length)]!;
    const program = await launch();
    if (kind !== 'start') await compare(program);
    changes[kind]!();
    await pause(Math.floor(maxDelayMs * random()));
    const exited = once(program.child, 'exit');
    program.child.kill('SIGKILL');
    await exited;
    const { holding, withdrawn, added } = await journalOf();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    console.log(`${kill}: ${kind}; ${holding.size} events hold, ${added} added and ${withdrawn} withdrawn so far`);
  }
  const program = await launch();
  await compare(program);
  const events = (await read<FederationEvent[]>(program, '/glass/v1/liquid/federation/events?limit=1000'))!;
  const code = await program.stop();
  strictEqual(code, 0, 'exit code');
  const warnings = program.log.filter((line) => line.includes('federation-audit'));
  deepStrictEqual(warnings, [], 'warnings of the audit');
  const { holding, withdrawn, added } = await journalOf();
  const listed = events.map(
    ({ type, txid, index, time, amount, of }) => `${type} ${txid}:${index} ${time} ${amount} ${of}`,
  );
  deepStrictEqual(holding, new Set(listed), 'journal and audit');
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
  console.log(
    `${kills} kills in ${seconds} s (${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}), ` +
      `${holding.size} events hold, ${withdrawn} withdrawn and ${added} added: no difference`,
  );
} finally {
  await node.stop();
  await rm(directory, { recursive: true, force: true });
}
