import { CodedError } from './errors.ts';
import type { Format } from './units.ts';

/** Guards every codec that knows the Bitcoin serialisation only. @throws {CodedError} primitives.unsupported-format */
export function requireBitcoin(format: Format): void {
  if (format !== 'bitcoin') {
    throw new CodedError('primitives.unsupported-format', 'no codec for this serialisation', { datum: format });
  }
}
