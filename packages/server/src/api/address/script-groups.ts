import { CodedError, isCoded } from '@glassblock/primitives';
import type { CallInput } from '../input.ts';
import { jsonList } from '../json-body.ts';

const maxItems = 300;
const maxBodyBytes = 21_600;

/**
 * Returns the script hashes of a group without duplicates; malformed items are skipped.
 * @throws {CodedError} body.too-long, body.json
 */
export function groupOf({ body }: CallInput, hashOf: (text: string) => string): string[] {
  if (Buffer.byteLength(body) > maxBodyBytes) throw new CodedError('body.too-long', 'too many bytes');
  const items = jsonList(body);
  if (items.length > maxItems) throw new CodedError('body.too-long', 'too many items', { datum: items.length });
  const hashes = items.flatMap((item) => {
    if (typeof item !== 'string') return [];
    try {
      return [hashOf(item)];
    } catch (error) {
      if (isCoded(error)) return [];
      throw error;
    }
  });
  return [...new Set(hashes)];
}
