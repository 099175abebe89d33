/** Header in which a CDN finds the keys of an answer: spaces separate them in the first, commas in the second. */
export type SurrogateHeader = 'surrogate-key' | 'cache-tag';

/** Network and route of an answer. */
export interface AnswerOrigin {
  readonly network: string;
  /** Id of its route in the contract. */
  readonly route: string;
}

/** Blocks that share a key. */
export const blocksPerKey = 100;

/**
 * Returns the keys by which a CDN can remove an answer: of its network, of its route, and of the hundred blocks around its
 * block.
 * @param height of the block that the answer is about; undefined: none
 */
export function surrogateKeys(
  header: SurrogateHeader,
  { network, route }: AnswerOrigin,
  height: number | undefined,
): string {
  const keys = [network, `${network}-${route}`];
  if (height !== undefined) keys.push(`${network}-blocks-${Math.floor(height / blocksPerKey)}`);
  return keys.join(header === 'cache-tag' ? ',' : ' ');
}
