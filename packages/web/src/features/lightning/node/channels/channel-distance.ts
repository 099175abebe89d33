const earthKilometers = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance of two places on the Earth in kilometers. */
export function distanceKm(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const part = half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lon2 - lon1);
  return 2 * earthKilometers * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** Returns the mean length of channels in kilometers; undefined without any. */
export function meanDistanceKm(lines: readonly (readonly [number, number, number, number])[]): number | undefined {
  if (lines.length === 0) return undefined;
  return lines.reduce((sum, line) => sum + distanceKm(...line), 0) / lines.length;
}
