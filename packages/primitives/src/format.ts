import { CodedError } from './errors.ts';
import type { Format } from './units.ts';

/**
 * Throws unless the format is Bitcoin's, for codecs that support no other.
 * @throws {CodedError} primitives.unsupported-format
 */
export function requireBitcoin(format: Format): void {
  if (format !== 'bitcoin') {
    throw new CodedError('primitives.unsupported-format', 'no codec for this serialisation', { datum: format });
  }
}
