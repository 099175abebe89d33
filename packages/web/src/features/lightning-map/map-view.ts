/** A longitude and a latitude in degrees. */
export type Point = readonly [number, number];

/** Visible part of a map: the place in its middle, and the pixels per degree of latitude. */
export interface MapView {
  longitude: number;
  latitude: number;
  /** Pixels per degree of latitude. */
  scale: number;
}

/** Size of a map in pixels. */
export interface MapSize {
  width: number;
  height: number;
}

/** Width of a degree of longitude by its height: an equirectangular projection with a standard parallel of 38 degrees. */
export const stretch = 0.79;
const bounds = { west: -170, east: 190, south: -57, north: 79 } as const;
/** Times the scale of the whole world. */
const maxZoom = 60;

/** Returns the scale at which the world fills the map. */
export function worldScale({ width, height }: MapSize): number {
  return Math.max(
    width / ((bounds.east - bounds.west) * stretch),
    Math.min(height / (bounds.north - bounds.south), (1.15 * width) / ((bounds.east - bounds.west) * stretch)),
  );
}

/** Returns the view of the whole world. */
export const worldView = (size: MapSize): MapView => clampView({ longitude: 10, latitude: 20, scale: 0 }, size);

/** Returns the view nearest to another one that does not leave the world. */
export function clampView({ longitude, latitude, scale }: MapView, size: MapSize): MapView {
  const least = worldScale(size);
  const clamped = Math.min(maxZoom * least, Math.max(least, scale));
  const within = (value: number, low: number, high: number, half: number) =>
    high - low <= 2 * half ? (low + high) / 2 : Math.min(high - half, Math.max(low + half, value));
  return {
    longitude: within(longitude, bounds.west, bounds.east, size.width / clamped / stretch / 2),
    latitude: within(latitude, bounds.south, bounds.north, size.height / clamped / 2),
    scale: clamped,
  };
}

/** Returns where a place is on the map, in pixels. */
export function project([longitude, latitude]: Point, view: MapView, { width, height }: MapSize): [number, number] {
  return [
    width / 2 + (longitude - view.longitude) * stretch * view.scale,
    height / 2 - (latitude - view.latitude) * view.scale,
  ];
}

/** Returns the view after a drag by pixels. */
export const pan = (view: MapView, [x, y]: readonly [number, number], size: MapSize): MapView =>
  clampView(
    { ...view, longitude: view.longitude - x / view.scale / stretch, latitude: view.latitude + y / view.scale },
    size,
  );

/** Returns the view after zooming around a point of the map, in pixels. */
export function zoom(view: MapView, factor: number, [x, y]: readonly [number, number], size: MapSize): MapView {
  const { scale } = clampView({ ...view, scale: view.scale * factor }, size);
  const [fromMiddle, below] = [x - size.width / 2, y - size.height / 2];
  const change = 1 / view.scale - 1 / scale;
  return clampView(
    {
      longitude: view.longitude + (fromMiddle / stretch) * change,
      latitude: view.latitude - below * change,
      scale,
    },
    size,
  );
}

/** Returns a view of all points; of the world without points. */
export function fit(points: readonly Point[], size: MapSize): MapView {
  if (points.length === 0) return worldView(size);
  let [west, east, south, north] = [180, -180, 90, -90];
  for (const [longitude, latitude] of points) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const margin = 4;
  const scale = Math.min(
    size.width / ((east - west + 2 * margin) * stretch),
    size.height / (north - south + 2 * margin),
  );
  return clampView({ longitude: (west + east) / 2, latitude: (south + north) / 2, scale }, size);
}
