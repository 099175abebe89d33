import type { Accelerations } from './accelerations.ts';

/** Accelerations of a network. */
export interface AccelerationContext {
  /** Undefined without a source. */
  readonly accelerations: Accelerations | undefined;
}
