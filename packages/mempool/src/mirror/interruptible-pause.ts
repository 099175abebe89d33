/** A pause that can be ended early. */
export class InterruptiblePause {
  private end: (() => void) | undefined;

  /** Waits; `isInterruptible` false: `interrupt` has no effect on this pause. */
  wait(ms: number, { isInterruptible }: { isInterruptible: boolean }): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.end = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.end = isInterruptible ? end : undefined;
    });
  }

  /** Ends the current pause, if there is one. */
  interrupt(): void {
    this.end?.();
  }
}
