/** Layout of the wall of latest blocks. */
export interface Wall {
  blocks: number;
  /** px */
  padding: number;
  blockWidth: number;
  /** Several rows instead of one. */
  wraps: boolean;
  /** Blocks appear one after another. */
  staggers: boolean;
  /** Blocks are as large as the window allows. */
  fits: boolean;
  animationMs: number;
}

/** Pictures at the same time: each needs a drawing context of its own, of which browsers provide sixteen. */
const maxBlocks = 12;

/** Parses the settings of the wall in the URL; missing and invalid ones have their defaults. */
export function wallOf(query: URLSearchParams): Wall {
  const whole = (name: string, defaultValue: number, max: number): number => {
    const text = query.get(name);
    return text !== null && /^\d{1,5}$/.test(text) ? Math.min(max, Number(text)) : defaultValue;
  };
  const is = (name: string, defaultValue: boolean): boolean =>
    query.has(name) ? query.get(name) !== 'false' : defaultValue;
  return {
    blocks: Math.max(1, whole('numBlocks', 8, maxBlocks)),
    padding: whole('padding', 10, 200),
    blockWidth: Math.max(80, whole('blockWidth', 540, 2_000)),
    wraps: is('wrap', true),
    staggers: is('stagger', true),
    fits: is('autofit', false),
    animationMs: whole('animationDuration', 2_000, 10_000),
  };
}
