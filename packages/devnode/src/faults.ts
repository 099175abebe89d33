/**
 * Kinds of wrong answers: text that is not JSON; the bytes of another block; bytes with one bit flipped, so that the
 * hash is wrong; half of the bytes.
 */
export type WrongKind = 'bad-json' | 'other-block' | 'wrong-hash' | 'truncated';

/** Active faults. One instance per node; the servers check it at each request. */
export class Faults {
  delayMs = 0;
  wrong: WrongKind | undefined;
  warmingUp = false;
  initialDownload = false;
  /** RPC methods, and `rest/<first path part>`, that the node lacks. */
  readonly missing = new Set<string>();
  private stalled = false;
  private waiting: (() => void)[] = [];

  stall(): void {
    this.stalled = true;
  }

  /** Answers all waiting requests. */
  resume(): void {
    this.stalled = false;
    const { waiting } = this;
    this.waiting = [];
    for (const go of waiting) go();
  }

  /** Resolves when an answer may be sent. */
  async gate(): Promise<void> {
    if (this.delayMs > 0) await new Promise((done) => setTimeout(done, this.delayMs));
    if (this.stalled) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** Returns the bytes of an answer as changed by this fault. */
  corrupt(bytes: Uint8Array): Uint8Array {
    if (this.wrong === 'truncated') return bytes.subarray(0, bytes.length >> 1);
    if (this.wrong !== 'wrong-hash' || bytes.length === 0) return bytes;
    const changed = bytes.slice();
    changed[Math.min(40, changed.length - 1)]! ^= 1;
    return changed;
  }
}
