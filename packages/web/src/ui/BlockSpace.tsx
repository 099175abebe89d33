import { usePreferences } from '../context/preferences.tsx';
import { vbytes, weight } from '../format/amount.ts';
import type { TextId } from '../messages/use-text.ts';
import { FigureText } from './values.tsx';

/** Returns the label of a transaction's size: virtual size or weight, by setting. */
export function useBlockSpaceLabel(): TextId {
  return usePreferences().preferences.rateUnit === 'wu' ? 'tx.weight' : 'tx.vsize';
}

/**
 * Shows a size in vbytes or weight units, by setting.
 * @param vsize vB
 */
export function BlockSpace({ vsize }: { vsize: number }) {
  const { rateUnit } = usePreferences().preferences;
  return <FigureText figure={rateUnit === 'wu' ? weight(vsize * 4) : vbytes(vsize)} />;
}
