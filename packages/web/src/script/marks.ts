import type { Vin, Vout } from '@glassblock/contract';
import { fromHex } from '@glassblock/primitives';
import { latinText } from './chain-text.ts';
import { embeddedText } from './embedded.ts';
import { hasInscription, labelOfInput, labelOfOutput, type ScriptLabel } from './templates.ts';

/** What an input or output is known for, as a chip says it. */
export type Mark = ScriptLabel | { kind: 'inscription' | 'runestone' | 'commitment' };

export function inputMarks(input: Vin): Mark[] {
  const label = labelOfInput(input);
  return [...(label ? [label] : []), ...(hasInscription(input) ? [{ kind: 'inscription' } as const] : [])];
}

export function outputMarks(output: Vout): Mark[] {
  const label = labelOfOutput(output);
  if (label) return [label];
  if (output.scriptpubkey_type !== 'op_return') return [];
  if (output.scriptpubkey.startsWith('6a5d')) return [{ kind: 'runestone' }];
  return output.scriptpubkey.startsWith('6a24aa21a9ed') ? [{ kind: 'commitment' }] : [];
}

/** What an output says to people: only an OP_RETURN that is nothing else. Empty when there is nothing to read. */
export const outputMessage = (output: Vout): string =>
  output.scriptpubkey_type === 'op_return' && outputMarks(output).length === 0 ? embeddedText(output.scriptpubkey) : '';

/** What a coinbase says to people. */
export const coinbaseMessage = (scriptsig: string): string => latinText(fromHex(scriptsig)).replace(/·{2,}/g, '·');

/** What reads scripts: fetched apart from the pages that only list transactions. */
export interface Marking {
  inputMarks: typeof inputMarks;
  outputMarks: typeof outputMarks;
  outputMessage: typeof outputMessage;
  coinbaseMessage: typeof coinbaseMessage;
}
