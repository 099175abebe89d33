import type { AssetMatch } from '@glassblock/contract/liquid';
import { useApiPrefix } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { useAnswer } from '../../../ui/hooks/use-answer.ts';
import { maySecretFollow } from '../../../wallet/secret-text.ts';
import { searchRegistry } from '../tx/asset-names.ts';

/** Shorter texts match too much of the registry. */
const minLetters = 2;
const maxLetters = 64;
const none: readonly AssetMatch[] = [];

/** Returns the option of a found asset. */
export const assetOption = ({ asset_id: key, name, ticker, domain }: AssetMatch, group: string) => ({
  key,
  group,
  text: ticker === undefined ? name : `${name} (${ticker})`,
  note: domain,
});

/** Returns assets of the registry that match a text; none while it is short or may be secret, or without a registry. */
export function useAssetMatches(typed: string): readonly AssetMatch[] {
  const prefix = useApiPrefix();
  const isAsked = typed.length >= minLetters && typed.length <= maxLetters && !maySecretFollow(typed);
  const { data } = useAnswer(isAsked ? typed : undefined, () => searchRegistry(browserApi(), prefix, typed));
  return isAsked && data !== undefined ? data : none;
}
