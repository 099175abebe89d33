import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@glassblock/primitives';
import { type EventId, openJournal, parseEventId } from '../src/index.ts';
import { comparePlaces } from '../src/segments/segment-reading.ts';
import { inTemporaryDirectory, readSegments } from './journal-files.ts';
import { fingerprint } from './journal-writer.ts';

const writer = fileURLToPath(new URL('./journal-writer.ts', import.meta.url));

/**
 * Kills a journaling process at random moments and checks the directory each time.
 * @returns how many events were durable, and how many had an id but were lost
 * @throws {Error} if a durable event is missing, an id identifies two facts, or the directory does not open
 */
export async function killJournal(times: number, seed: number): Promise<{ durable: number; lost: number }> {
  const random = seededRandom(seed);
  return inTemporaryDirectory(async (directory) => {
    const given = new Map<string, string>();
    const durable = new Set<string>();
    for (let i = 0; i < times; i++) {
      const beforeLine = Math.floor(random() ** 2 * 1_500);
      for (const line of await linesUntilKilled(directory, seed * 1_000 + i, beforeLine)) note(line, given, durable);
      // Sometimes a process opens and closes the journal cleanly in between.
      if (random() < 0.3) await lookIn(directory);
      await check(directory, given, durable);
    }
    const stored = (await readSegments(directory)).flatMap(({ events }) => events).length;
    return { durable: durable.size, lost: given.size - stored };
  });
}

/** Returns the standard output of a writer that is killed after this many lines; later output is included. */
function linesUntilKilled(directory: string, seed: number, lines: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, directory, String(seed), '60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    let seen = 0;
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      seen += part.split('\n').length - 1;
      if (seen >= lines) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== null && code !== 0) reject(new Error(`the writer ended with ${code}`));
      else resolve(text.split('\n').slice(0, -1));
    });
    if (lines === 0) child.kill('SIGKILL');
  });
}

function note(line: string, given: Map<string, string>, durable: Set<string>): void {
  const [word, id = '', print = ''] = line.split(' ');
  if (word === 'given') {
    if (given.has(id)) throw new Error(`${id} was assigned twice`);
    given.set(id, print);
  } else if (word === 'durable') {
    const { epoch, number } = parseEventId(id);
    for (let n = number; n > 0 && !durable.has(`${epoch}-${n}`); n--) durable.add(`${epoch}-${n}`);
  } else throw new Error(line);
}

async function lookIn(directory: string): Promise<void> {
  const journal = await openJournal({ directory, nowMs: () => 1_700_000_000_000 });
  if (journal.failure !== undefined) throw new Error(journal.failure);
  await journal.close();
}

async function check(directory: string, given: Map<string, string>, durable: Set<string>): Promise<void> {
  const events = (await readSegments(directory)).flatMap((segment) => segment.events);
  const stored = new Set<string>();
  let before: EventId = '0-0';
  for (const { id, fact } of events) {
    if (comparePlaces(parseEventId(before), parseEventId(id)) >= 0) throw new Error(`${id} follows ${before}`);
    before = id;
    stored.add(id);
    // An event may be on disk before its line was received.
    const print = given.get(id);
    if (print === undefined) given.set(id, fingerprint(fact));
    else if (print !== fingerprint(fact)) throw new Error(`${id} names another fact`);
  }
  for (const id of durable) if (!stored.has(id)) throw new Error(`${id} was durable and is missing`);
}

if (import.meta.main) {
  const [times = '200', seed = '1'] = process.argv.slice(2);
  console.log(await killJournal(Number(times), Number(seed)));
}
