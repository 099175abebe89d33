import { usePreferences } from '../context/preferences.tsx';
import { vbytes, weight } from '../format/amount.ts';
import type { TextId } from '../messages/use-text.ts';
import { FigureText } from './values.tsx';

/** What the room of a transaction is called, for those who count virtual bytes and those who count weight. */
export function useBlockSpaceLabel(): TextId {
  return usePreferences().preferences.rateUnit === 'wu' ? 'tx.weight' : 'tx.vsize';
}

/** The room that something takes in a block, as the visitor counts it. @param vsize  vB */
export function BlockSpace({ vsize }: { vsize: number }) {
  const { rateUnit } = usePreferences().preferences;
  return <FigureText figure={rateUnit === 'wu' ? weight(vsize * 4) : vbytes(vsize)} />;
}
