/** The parts of a TopoJSON file that are read. Format: https://github.com/topojson/topojson-specification */
export interface Topology {
  transform: { scale: readonly [number, number]; translate: readonly [number, number] };
  /** Lines as differences of integers. */
  arcs: readonly (readonly (readonly [number, number])[])[];
  objects: {
    countries: {
      geometries: readonly (
        | { type: 'Polygon'; arcs: readonly (readonly number[])[] }
        | { type: 'MultiPolygon'; arcs: readonly (readonly (readonly number[])[])[] }
      )[];
    };
  };
}

type Ring = readonly (readonly [number, number])[];

/** Returns the outlines of countries: rings of longitudes and latitudes. */
export function countryRings({ transform, arcs, objects }: Topology): Ring[] {
  const [scaleX, scaleY] = transform.scale;
  const [startX, startY] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): [number, number] => [(x += dx) * scaleX + startX, (y += dy) * scaleY + startY]);
  });
  // the one's complement of an arc's index is the arc in reverse
  const lineOf = (index: number) => (index < 0 ? (lines[~index] ?? []).toReversed() : (lines[index] ?? []));
  const ringOf = (indexes: readonly number[]): Ring =>
    indexes.flatMap((index, at) => (at === 0 ? lineOf(index) : lineOf(index).slice(1)));
  return objects.countries.geometries.flatMap((geometry) =>
    (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs).flatMap((polygon) => polygon.map(ringOf)),
  );
}

/** Returns a ring that crosses the 180th meridian without the jump to the other side: it continues beyond it. */
function unwrap(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([x, y], at): [number, number] => {
    const before = ring[at - 1]?.[0] ?? x;
    if (Math.abs(x - before) > 180) turn += x < before ? 360 : -360;
    return [x + turn, y];
  });
}

/** Returns rings as pieces of a path, without lines along the 180th meridian, at which files cut countries. */
export function pathOf(rings: readonly Ring[]): { fill: string; borders: string } {
  const at = ([x, y]: readonly [number, number]) => `${x.toFixed(2)} ${(-y).toFixed(2)}`;
  const isCut = ([x]: readonly [number, number]) => Math.abs(Math.abs(x) - 180) < 0.1;
  let fill = '';
  let borders = '';
  for (const ring of rings.map(unwrap)) {
    fill += `M${ring.map(at).join('L')}Z`;
    ring.forEach((point, i) => {
      const before = ring[i - 1];
      const isBroken = before === undefined || (isCut(before) && isCut(point));
      borders += `${isBroken ? 'M' : 'L'}${at(point)}`;
    });
  }
  return { fill, borders };
}
