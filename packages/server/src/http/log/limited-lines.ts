import { createPointWindows } from '../requests/point-windows.ts';

/** Passes a line on, or only counts it. @param write gets the number of lines that were left out before */
export type LimitedLines = (write: (leftOut: number) => void) => void;

/** Limits the log lines that requests can cause: their number is that of the visitors. @param nowMs monotonic clock */
export function limitLines(perMinute: number, nowMs: () => number = () => performance.now()): LimitedLines {
  const windows = createPointWindows(60_000, nowMs);
  let leftOut = 0;
  return (write) => {
    if (windows.add('', 1).points > perMinute) {
      leftOut += 1;
      return;
    }
    write(leftOut);
    leftOut = 0;
  };
}
