import { readLog } from './log-records.ts';
import { VarintReader } from './varint.ts';

/** A table file that belongs to the database. */
export interface LiveTable {
  number: number;
  size: number;
}

/** Files of a database, as listed in a manifest. */
export interface Manifest {
  tables: LiveTable[];
  /** Logs with this number and above are read when the database is opened. */
  logNumber: number;
  /** Number of an older log that is read too; 0: none. */
  previousLog: number;
}

/** Tags of the fields of a manifest record. */
const tag = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactPointer: 5,
  deletedFile: 6,
  newFile: 7,
  previousLog: 9,
} as const;

/**
 * Reads a manifest: a log of changes of the set of files.
 * @throws {RangeError} with the reason if LevelDB could not open it
 */
export function readManifest(bytes: Uint8Array): Manifest {
  const tables = new Map<string, LiveTable>();
  const known: Partial<Record<'logNumber' | 'nextFile' | 'lastSequence' | 'previousLog', number>> = {};
  for (const part of readLog(bytes)) {
    if (part.type === 'skipped') throw new RangeError(`${part.fault} at byte ${part.offset}`);
    const reader = new VarintReader(part.bytes);
    while (!reader.isAtEnd) {
      const field = reader.number();
      switch (field) {
        case tag.comparator:
          reader.prefixed();
          break;
        case tag.logNumber:
          known.logNumber = reader.number();
          break;
        case tag.nextFile:
          known.nextFile = reader.number();
          break;
        case tag.lastSequence:
          known.lastSequence = reader.number();
          break;
        case tag.previousLog:
          known.previousLog = reader.number();
          break;
        case tag.compactPointer:
          reader.number();
          reader.prefixed();
          break;
        case tag.deletedFile:
          tables.delete(`${reader.number()}/${reader.number()}`);
          break;
        case tag.newFile: {
          const level = reader.number();
          const table = { number: reader.number(), size: reader.number() };
          reader.prefixed();
          reader.prefixed();
          tables.set(`${level}/${table.number}`, table);
          break;
        }
        default:
          throw new RangeError(`the unknown field ${field} at byte ${part.offset}`);
      }
    }
  }
  const { logNumber, nextFile, lastSequence, previousLog = 0 } = known;
  if (logNumber === undefined || nextFile === undefined || lastSequence === undefined) {
    throw new RangeError('it ends too early');
  }
  return { tables: [...tables.values()], logNumber, previousLog };
}
