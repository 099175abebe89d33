import type { Vin, Vout } from '@glassblock/contract';
import { fromHex } from '@glassblock/primitives';
import { latinText } from './chain-text.ts';
import { embeddedText } from './embedded.ts';
import { hasInscription, labelOfInput, labelOfOutput, type ScriptLabel } from './templates.ts';

/** A known pattern of an input or output, for a badge. */
export type Mark = ScriptLabel | { kind: 'inscription' | 'runestone' | 'commitment' };

/** Returns the known patterns of an input. */
export function inputMarks(input: Vin): Mark[] {
  const label = labelOfInput(input);
  return [...(label ? [label] : []), ...(hasInscription(input) ? [{ kind: 'inscription' } as const] : [])];
}

/** Returns the known patterns of an output. */
export function outputMarks(output: Vout): Mark[] {
  const label = labelOfOutput(output);
  if (label) return [label];
  if (output.scriptpubkey_type !== 'op_return') return [];
  if (output.scriptpubkey.startsWith('6a5d')) return [{ kind: 'runestone' }];
  return output.scriptpubkey.startsWith('6a24aa21a9ed') ? [{ kind: 'commitment' }] : [];
}

/** Returns the message of an OP_RETURN without other meaning. Empty when it is not readable. */
export const outputMessage = (output: Vout): string =>
  output.scriptpubkey_type === 'op_return' && outputMarks(output).length === 0 ? embeddedText(output.scriptpubkey) : '';

/** Returns the message of a coinbase. */
export const coinbaseMessage = (scriptsig: string): string => latinText(fromHex(scriptsig)).replace(/·{2,}/g, '·');

/** The script reader, loaded separately from pages that only list transactions. */
export interface Marking {
  inputMarks: typeof inputMarks;
  outputMarks: typeof outputMarks;
  outputMessage: typeof outputMessage;
  coinbaseMessage: typeof coinbaseMessage;
}
