import type { Lightning } from './open-lightning.ts';

/** The Lightning graph of a network. */
export interface LightningContext {
  /** Undefined without a source. */
  readonly lightning: Lightning | undefined;
}
