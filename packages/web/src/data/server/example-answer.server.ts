import { LRUCache } from 'lru-cache';
import type { CallApi } from '../../ssr/page-context.ts';

/** Answers of examples; a page has up to forty. */
const answers = new LRUCache<string, string>({ max: 500, ttl: 600_000 });

const maxItems = 1;
const maxTextLength = 56;
const maxDepth = 4;
const maxLines = 10;

/** Returns the shortened answer to a GET; undefined when it fails. @param path below the base path */
export async function exampleAnswer(call: CallApi, path: string): Promise<string | undefined> {
  const known = answers.get(path);
  if (known !== undefined) return known;
  const { status, contentType, body } = await call(path);
  if (status !== 200 || body === '') return undefined;
  const text = shortText(contentType.includes('json') ? (JSON.parse(body) as unknown) : body);
  answers.set(path, text);
  return text;
}

/** Returns an answer as text with the first item of each list, short strings and a few lines. */
export function shortText(value: unknown): string {
  const text = typeof value === 'string' ? shortString(value) : JSON.stringify(shortened(value, 0), undefined, 2);
  const lines = text.split('\n');
  return lines.length <= maxLines ? text : [...lines.slice(0, maxLines), '…'].join('\n');
}

const shortString = (text: string): string => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortString(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (depth >= maxDepth && value.length > 0) return ['…'];
    const items = value.slice(0, isTuple(value) ? value.length : maxItems).map((item) => shortened(item, depth + 1));
    return items.length < value.length ? [...items, '…'] : items;
  }
  if (depth >= maxDepth) return '…';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, depth + 1)]));
}

/** A few numbers belong together. */
const isTuple = (items: readonly unknown[]): boolean =>
  items.length <= 4 && items.every((item) => typeof item !== 'object');
