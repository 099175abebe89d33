import { isCoded } from '../../src/index.ts';

/** Runs `act`; a CodedError of this package is a valid result, anything else fails. */
export function answers<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isCoded(error) && error.code.startsWith('primitives.')) return undefined;
    throw error;
  }
}
