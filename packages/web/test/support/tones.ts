import type { Page } from 'playwright-core';

interface Listened {
  started: number[];
}

/** Replaces the browser's audio by a counter. Must be called before the page is opened.
 *  @returns a function that returns the number of started tones */
export async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    const started: number[] = [];
    Object.assign(window, {
      started,
      AudioContext: class {
        state = 'running';
        currentTime = 0;
        createGain = () => ({ gain: param(), connect: (next: unknown) => next });
        createOscillator = () => ({
          frequency: param(),
          connect: (next: unknown) => next,
          start: (at: number) => started.push(at),
          stop() {},
        });
      },
    });
  });
  return () => page.evaluate(() => (window as unknown as Listened).started.length);
}

/**
 * Reports only pressed pointers as gestures: each `evaluate` of Playwright counts as one for the browser. Must be called before the
 * page is opened.
 */
export async function countPressesOnly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let hasBeenActive = false;
    addEventListener('pointerdown', () => (hasBeenActive = true), { capture: true });
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive, isActive: hasBeenActive }) });
  });
}
