import { worldMap } from 'virtual:world-map';

const radians = Math.PI / 180;

/**
 * The position of a place on the map, in its units: the Equal Earth projection (Šavrič, Patterson and Jenny, 2018).
 *
 * @param latitude degrees, -90 to 90
 * @param longitude degrees, -180 to 180
 */
export function pointOf(latitude: number, longitude: number): { x: number; y: number } {
  const { scale, originX, originY, centralLongitude } = worldMap;
  const turned = ((longitude - centralLongitude + 540) % 360) - 180;
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const m = Math.sqrt(3) / 2;
  const t = Math.asin(m * Math.sin(latitude * radians));
  const t2 = t * t;
  const t6 = t2 ** 3;
  const x =
    (turned * radians * Math.cos(t)) / (m * (a1 + 3 * a2 * t2 + t6 * (7 * a3 + 9 * a4 * t2)));
  const y = t * (a1 + a2 * t2 + t6 * (a3 + a4 * t2));
  return { x: originX + scale * x, y: originY - scale * y };
}

/** A place in words, such as `40.71° north, 74.01° west`. */
export function describePoint(latitude: number, longitude: number): string {
  const degrees = (value: number): string => `${Number(Math.abs(value).toFixed(2))}°`;
  return `${degrees(latitude)} ${latitude < 0 ? 'south' : 'north'}, ${degrees(longitude)} ${longitude < 0 ? 'west' : 'east'}`;
}

/** Whether two numbers are a latitude and a longitude. */
export const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
