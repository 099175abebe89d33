/** Ways to answer wrongly: text that is no JSON; the bytes of another block; bytes with one bit turned, so that the hash is
 *  wrong; half of the bytes. */
export type WrongKind = 'bad-json' | 'other-block' | 'wrong-hash' | 'truncated';

/** What is broken at the moment. One value per node; the servers ask it at each request. */
export class Faults {
  delayMs = 0;
  wrong: WrongKind | undefined;
  warmingUp = false;
  initialDownload = false;
  /** RPC methods, and `rest/<first path part>`, that the node does not know. */
  readonly missing = new Set<string>();
  private stalled = false;
  private waiting: (() => void)[] = [];

  stall(): void {
    this.stalled = true;
  }

  /** Answers everything that has waited. */
  resume(): void {
    this.stalled = false;
    const { waiting } = this;
    this.waiting = [];
    for (const go of waiting) go();
  }

  /** Resolves when an answer may go out. */
  async gate(): Promise<void> {
    if (this.delayMs > 0) await new Promise((done) => setTimeout(done, this.delayMs));
    if (this.stalled) await new Promise<void>((done) => this.waiting.push(done));
  }

  /** An answer's bytes as this fault makes them. */
  spoil(bytes: Uint8Array): Uint8Array {
    if (this.wrong === 'truncated') return bytes.subarray(0, bytes.length >> 1);
    if (this.wrong !== 'wrong-hash' || bytes.length === 0) return bytes;
    const changed = bytes.slice();
    changed[Math.min(40, changed.length - 1)]! ^= 1;
    return changed;
  }
}
