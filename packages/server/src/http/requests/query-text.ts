import type { RawInput } from '../../api/input.ts';

const withoutQuery = { query: {}, lists: {} };

/**
 * Parses a query string (without `?`). `name[]`, `name[3]` and repeated names are lists; the last of several single
 * values counts.
 */
export function readQuery(text: string): Required<Pick<RawInput, 'query' | 'lists'>> {
  if (text === '') return withoutQuery;
  const query = new Map<string, string>();
  const all = new Map<string, { values: string[]; isList: boolean }>();
  for (const [name, value] of new URLSearchParams(text)) {
    const [, listed] = /^([^[\]]+)\[\d*\]$/.exec(name) ?? [];
    const known = all.get(listed ?? name) ?? { values: [], isList: false };
    known.values.push(value);
    known.isList ||= listed !== undefined || known.values.length > 1;
    all.set(listed ?? name, known);
    if (listed === undefined) query.set(name, value);
  }
  const lists = [...all].filter(([, { isList }]) => isList).map(([name, { values }]) => [name, values] as const);
  return { query: Object.fromEntries(query), lists: Object.fromEntries(lists) };
}
