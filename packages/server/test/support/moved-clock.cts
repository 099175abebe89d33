/** Loaded before a program: moves its clock, in all threads, by the days of `MOVED_CLOCK_DAYS`. */
const movedMs = Number(process.env['MOVED_CLOCK_DAYS'] ?? 0) * 86_400_000;
const SystemDate = Date;

class MovedDate extends SystemDate {
  static override now(): number {
    return SystemDate.now() + movedMs;
  }

  constructor(...parts: [] | ConstructorParameters<typeof Date>) {
    if (parts.length === 0) super(MovedDate.now());
    else super(...parts);
  }
}

globalThis.Date = MovedDate as DateConstructor;
