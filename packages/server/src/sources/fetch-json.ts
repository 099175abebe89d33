import { boundedJson } from './bounded-json.ts';

const timeoutMs = 10_000;
const maxBytes = 1_000_000;

/**
 * Fetches JSON over HTTPS, within ten seconds and a megabyte.
 * @throws {Error} with a sentence
 */
export async function fetchJson(url: string): Promise<unknown> {
  return boundedJson(await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }), maxBytes);
}
