/** Events of a chart. */
export interface ChartEvents {
  /** Called with the time at the pointer or keyboard cursor, ms; undefined when it leaves. */
  onMoment?(time: number | undefined): void;
  /** Times for the arrow keys, ms, oldest first. */
  moments?: readonly number[];
  /** Called on a mouse click at the current time. */
  onPick?(): void;
  /** Called with the zoomed range, as shares of the whole. */
  onZoom?(from: number, to: number): void;
}
