import { writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { RowBytes } from '@glassblock/primitives/records';
import { writeFact } from '../src/codecs/fact-bytes.ts';
import { type EventId, type Fact, openJournal, parseEventId } from '../src/index.ts';
import { seededFacts } from './seeded-facts.ts';

/** Returns a text that identifies a fact. */
export function fingerprint(fact: Fact): string {
  const row = new RowBytes();
  writeFact(row, fact);
  return crc32(row.copy()).toString(16);
}

/**
 * Appends to a journal until it is killed, or until `syncs` are done and it closes. Standard output:
 *
 *     given ID FINGERPRINT    this id was assigned to an event
 *     durable ID              all events up to this id of its epoch are on disk
 */
async function write(directory: string, seed: number, syncs: number): Promise<void> {
  const say = (lines: string) => writeSync(1, lines);
  const journal = await openJournal({
    directory,
    nowMs: () => 1_700_000_000_000,
    segmentBytes: 30_000,
    maxEvents: 100,
  });
  const script = seededFacts(seed);
  for (let i = 0; i < syncs; i++) {
    const facts = script.take(1 + ((seed + 31 * i) % 60));
    const { epoch, number } = parseEventId(journal.append(facts));
    const idOf = (place: number): EventId => `${epoch}-${number - facts.length + 1 + place}`;
    say(facts.map((fact, place) => `given ${idOf(place)} ${fingerprint(fact)}\n`).join(''));
    if (await journal.sync()) say(`durable ${epoch}-${number}\n`);
    else say(`trouble ${journal.failure}\n`);
  }
  await journal.close();
}

const [directory, seed, syncs] = process.argv.slice(2);
if (import.meta.main && directory !== undefined) await write(directory, Number(seed), Number(syncs));
