/** An item of the flow diagram. */
export interface FlowItem {
  kind: 'input' | 'output' | 'fee' | 'rest';
  /** Index of the input or output. */
  index: number;
  /** Sats; undefined when the prevout is unknown. */
  value: number | undefined;
  /** Number of merged items. */
  count: number;
}

/** A strand: a ribbon from the outer edge to the joint. */
export interface Strand {
  item: FlowItem;
  path: string;
  /** Center and thickness at the outer edge, px. */
  y: number;
  thickness: number;
  /** It has no value and ends before the joint. */
  isStub: boolean;
}

/** Layout of a flow diagram, px. */
export interface FlowLayout {
  width: number;
  height: number;
  inputs: Strand[];
  outputs: Strand[];
  /** Where all strands meet. */
  joint: { x: number; y: number; width: number; height: number };
}

/** Maximum number of strands per side that are not merged. */
export const flowLimits = { shown: 24, max: 150 } as const;

/** Returns the height of a diagram with this many strands on its longer side, px. */
export const flowHeight = (strands: number, isOpen: boolean): number =>
  isOpen ? Math.max(360, strands * 15) : Math.max(110, Math.min(360, strands * 80));

/**
 * Returns the items of one side: the first ones, and one for the merged rest.
 * @param values sats, undefined where unknown
 */
export function flowItems(
  values: readonly (number | undefined)[],
  kind: 'input' | 'output',
  limit: number,
): FlowItem[] {
  const own = values.length <= limit ? values.length : limit - 1;
  const items: FlowItem[] = values.slice(0, own).map((value, index) => ({ kind, index, value, count: 1 }));
  const rest = values.slice(own);
  if (rest.length === 0) return items;
  const isKnown = rest.every((value) => value !== undefined);
  const sum = rest.reduce<number>((total, value) => total + (value ?? 0), 0);
  return [...items, { kind: 'rest', index: own, value: isKnown ? sum : undefined, count: rest.length }];
}

const minThickness = 1.5;
const stub = { length: 46, thickness: 3 };
/** Width of the tabs at the outer ends. */
export const tabWidth = 14;
const jointWidth = 8;
/** An unknown amount is drawn as this many fees where only the fee is known. */
const feesPerUnknown = 100;

/**
 * Lays out inputs on the left, outputs on the right, and the joint in the middle. Pure.
 * @param width px
 * @param height px
 */
export function flowLayout(
  inputs: readonly FlowItem[],
  outputs: readonly FlowItem[],
  width: number,
  height: number,
): FlowLayout {
  const jointHeight = Math.max(24, Math.min(120, height * 0.42));
  const joint = {
    x: width / 2 - jointWidth / 2,
    y: (height - jointHeight) / 2,
    width: jointWidth,
    height: jointHeight,
  };
  return {
    width,
    height,
    joint,
    inputs: side(inputs, joint, height, tabWidth, joint.x, knownSum(outputs)),
    outputs: side(outputs, joint, height, width - tabWidth, joint.x + jointWidth, knownSum(inputs)),
  };
}

/** Returns the sum of the values of a side; undefined unless all are known. */
function knownSum(items: readonly FlowItem[]): number | undefined {
  const values = items.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return values.length < items.length ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** Lays out the ribbons between an outer edge and the joint. @param opposite sum of the other side, where it is known */
function side(
  items: readonly FlowItem[],
  joint: FlowLayout['joint'],
  height: number,
  outer: number,
  inner: number,
  opposite: number | undefined,
): Strand[] {
  const thickness = thicknesses(items, joint.height, opposite);
  const total = thickness.reduce((sum, each) => sum + each, 0);
  const gap = items.length > 1 ? Math.max(0, (height - total - 12) / items.length) : 0;
  let y = (height - total - gap * (items.length - 1)) / 2;
  let met = joint.y;
  return items.map((item, place) => {
    const thick = thickness[place]!;
    const isStub = item.value === 0;
    const path = isStub ? stubPath(outer, inner, y, thick) : ribbon(outer, inner, y, met, thick);
    const strand = { item, path, y: y + thick / 2, thickness: thick, isStub };
    y += thick + gap;
    if (!isStub) met += thick;
    return strand;
  });
}

/**
 * Returns thicknesses by value, which add up to the height of the joint. Unknown values share the excess of the other
 * side over the known ones; where that is unknown too, they have the mean thickness of the known ones without the fee.
 */
function thicknesses(items: readonly FlowItem[], height: number, opposite: number | undefined): number[] {
  const known = items.filter(({ value }) => value !== undefined && value > 0);
  const sum = known.reduce((total, { value }) => total + (value ?? 0), 0);
  const unknown = items.reduce((total, { value, count }) => total + (value === undefined ? count : 0), 0);
  const amounts = known.filter(({ kind }) => kind !== 'fee').map(({ value }) => value ?? 0);
  // the fee does not depend on the other amounts, but is small beside them
  const average =
    amounts.length === 0
      ? Math.max(1, sum * feesPerUnknown)
      : amounts.reduce((all, own) => all + own, 0) / amounts.length;
  const each = opposite !== undefined && opposite > sum ? (opposite - sum) / Math.max(1, unknown) : average;
  const weights = items.map(({ value, count }) => (value === undefined ? each * count : value));
  const total = weights.reduce((all, own) => all + own, 0);
  const wanted = weights.map((own) => (own === 0 ? 0 : Math.max(minThickness, (own / total) * height)));
  const scale =
    height /
    Math.max(
      1e-9,
      wanted.reduce((all, each) => all + each, 0),
    );
  return wanted.map((each) => (each === 0 ? stub.thickness : each * Math.min(1, scale)));
}

const n = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

function ribbon(outer: number, inner: number, y: number, met: number, thick: number): string {
  const bend = (outer + inner) / 2;
  return (
    `M${n(outer)} ${n(y)}C${n(bend)} ${n(y)} ${n(bend)} ${n(met)} ${n(inner)} ${n(met)}V${n(met + thick)}` +
    `C${n(bend)} ${n(met + thick)} ${n(bend)} ${n(y + thick)} ${n(outer)} ${n(y + thick)}Z`
  );
}

function stubPath(outer: number, inner: number, y: number, thick: number): string {
  const end = outer + Math.sign(inner - outer) * stub.length;
  return `M${n(outer)} ${n(y)}H${n(end)}V${n(y + thick)}H${n(outer)}Z`;
}
