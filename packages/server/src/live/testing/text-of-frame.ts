import type { TextFrame } from '../sending/text-frame.ts';

/** Returns the text of a whole message of the server. */
export function textOfFrame(frame: TextFrame): string {
  const length = frame[1]!;
  return frame.toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10);
}
