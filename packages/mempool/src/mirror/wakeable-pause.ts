/** A pause that can be ended early. */
export class WakeablePause {
  private end: (() => void) | undefined;

  /** Waits; `isWakeable` false: `wake` has no effect on this pause. */
  wait(ms: number, { isWakeable }: { isWakeable: boolean }): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.end = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.end = isWakeable ? end : undefined;
    });
  }

  /** Ends the current pause, if there is one. */
  wake(): void {
    this.end?.();
  }
}
