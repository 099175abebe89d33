/** Points by key in windows of a fixed length; the window of a key starts with its first point. */
export interface PointWindows {
  /** Adds points; returns all points of the key's window, and how long it lasts. */
  add(key: string, points: number): { points: number; msLeft: number };
  /** Number of keys in memory. */
  readonly size: number;
}

/** Creates windows. @param nowMs monotonic clock */
export function createPointWindows(windowMs: number, nowMs: () => number): PointWindows {
  /** In the order in which they end. */
  const windows = new Map<string, { points: number; endMs: number }>();

  function dropEnded(now: number): void {
    for (const [key, { endMs }] of windows) {
      if (endMs > now) return;
      windows.delete(key);
    }
  }

  return {
    add(key, points) {
      const now = nowMs();
      let window = windows.get(key);
      if (window === undefined || window.endMs <= now) {
        dropEnded(now);
        window = { points: 0, endMs: now + windowMs };
        windows.set(key, window);
      }
      window.points += points;
      return { points: window.points, msLeft: window.endMs - now };
    },
    get size() {
      return windows.size;
    },
  };
}
