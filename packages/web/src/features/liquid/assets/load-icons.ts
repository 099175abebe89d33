import type { Api } from '../../../data/answer.ts';
import { liquidApi } from '../liquid-url.ts';

/** Returns which of some assets have an icon. */
export async function loadIcons(ask: Api, prefix: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const answer = await ask.get<string[]>(liquidApi.icons(prefix));
  const known = new Set(answer.ok ? answer.body : []);
  return ids.filter((id) => known.has(id));
}
