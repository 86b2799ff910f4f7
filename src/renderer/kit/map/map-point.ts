/** The position of a place on the map: x to the east, y to the south, in degrees. */
export const pointOf = (latitude: number, longitude: number): { x: number; y: number } => ({
  x: longitude,
  y: latitude === 0 ? 0 : -latitude,
});

/** A place in words, such as `40.71° north, 74.01° west`. */
export function describePoint(latitude: number, longitude: number): string {
  const degrees = (value: number): string => `${Number(Math.abs(value).toFixed(2))}°`;
  return `${degrees(latitude)} ${latitude < 0 ? 'south' : 'north'}, ${degrees(longitude)} ${longitude < 0 ? 'west' : 'east'}`;
}

/** Whether two numbers are a latitude and a longitude. */
export const isPlace = (latitude: number, longitude: number): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
