/** Types of labels. Source: BIP 329 */
const types = ['tx', 'addr', 'pubkey', 'input', 'output', 'xpub'] as const;
/** A type of labels. */
export type LabelType = (typeof types)[number];

/** A label in the exchange format; unknown fields of other wallets are preserved. */
export interface Label {
  type: LabelType;
  ref: string;
  label?: string;
  [field: string]: unknown;
}

/** Labels by type and reference. */
export type Labels = ReadonlyMap<string, Label>;

const maxLabels = 20_000;
const maxBytes = 4_000_000;
const longestLine = 4_000;
const maxRefLength = 200;
/** Maximum length. Source: BIP 329, recommendation */
export const maxLabelLength = 255;

/** Returns the key of a label in the map. */
export const labelKey = (type: LabelType, ref: string): string => `${type} ${ref}`;

/** Parses JSON lines; invalid lines are counted and skipped. Source: BIP 329 */
export function readLabels(text: string): { labels: Map<string, Label>; skipped: number } {
  const labels = new Map<string, Label>();
  let skipped = 0;
  for (const line of text.slice(0, maxBytes).split(/\r?\n/)) {
    if (line.trim() === '') continue;
    const label = line.length > longestLine || labels.size >= maxLabels ? undefined : labelOf(line);
    if (label === undefined) skipped++;
    else labels.set(labelKey(label.type, label.ref), label);
  }
  return { labels, skipped };
}

function labelOf(line: string): Label | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, ref, label } = value as Record<string, unknown>;
  if (!types.some((each) => each === type) || typeof ref !== 'string' || ref === '' || ref.length > maxRefLength)
    return undefined;
  if (label !== undefined && typeof label !== 'string') return undefined;
  return value as Label;
}

/** Writes JSON lines, one label per line. */
export const writeLabels = (labels: Labels): string =>
  [...labels.values()].map((label) => `${JSON.stringify(label)}\n`).join('');

/** Merges labels, newer over older ones. Fields that the newer label lacks remain. */
export function mergeLabels(older: Labels, newer: Labels): Map<string, Label> {
  const merged = new Map(older);
  for (const [key, label] of newer) merged.set(key, { ...merged.get(key), ...label });
  return merged;
}

/** Sets a label, or removes it when empty; other fields of its subject remain. */
export function withLabel(labels: Labels, type: LabelType, ref: string, text: string): Map<string, Label> {
  const next = new Map(labels);
  const key = labelKey(type, ref);
  const { label: _, ...rest } = next.get(key) ?? { type, ref };
  const words = text.trim().slice(0, maxLabelLength);
  if (words !== '') next.set(key, { ...rest, type, ref, label: words });
  else if (Object.keys(rest).length > 2) next.set(key, { ...rest, type, ref });
  else next.delete(key);
  return next;
}
