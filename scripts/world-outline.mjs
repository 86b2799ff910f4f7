import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

const moduleId = 'virtual:world-outline';
/** Half a degree is less than a pixel of the map. */
const stepDegrees = 0.5;
/** The map ends here; everything south of it is Antarctica. */
const southernmostLatitude = -60;

/** The Vite plugin that provides the land of the world as `landPath`, in degrees. */
export function worldOutline() {
  return {
    name: 'world-outline',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) =>
      id === `\0${moduleId}` ? `export const landPath = ${JSON.stringify(drawLand())};` : undefined,
  };
}

/** The land as one SVG path: x to the east, y to the south. */
function drawLand() {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-110m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8'));
  return feature(topology, topology.objects.land)
    .features.flatMap(({ geometry }) => geometry.coordinates)
    .flatMap((polygon) => polygon)
    .filter((ring) => ring.some(([, latitude]) => latitude > southernmostLatitude))
    .map(drawRing)
    .join('');
}

function drawRing(ring) {
  const unwrapped = unwrap(ring);
  const longitudes = unwrapped.map(([longitude]) => longitude);
  // A land that crosses the edge of the map shows at the other edge too.
  const shifts = [
    0,
    ...(Math.max(...longitudes) > 180 ? [-360] : []),
    ...(Math.min(...longitudes) < -180 ? [360] : []),
  ];
  return shifts.map((shift) => drawPoints(unwrapped, shift)).join('');
}

/** A ring whose longitudes continue beyond 180 instead of jumping to the other edge. */
function unwrap(ring) {
  let offset = 0;
  return ring.map(([longitude, latitude], at) => {
    const step = at === 0 ? 0 : longitude - ring[at - 1][0];
    if (Math.abs(step) > 180) offset -= Math.sign(step) * 360;
    return [longitude + offset, latitude];
  });
}

function drawPoints(ring, shift) {
  const points = ring.map(
    ([longitude, latitude]) => `${round(longitude + shift)} ${round(-latitude)}`,
  );
  const distinct = points.filter((point, at) => point !== points[at - 1]);
  // A triangle is the smallest island that can be drawn; the last point repeats the first.
  return distinct.length < 4 ? '' : `M${distinct.slice(0, -1).join('L')}Z`;
}

// Adding zero turns -0 into 0.
const round = (degrees) => Math.round(degrees / stepDegrees) * stepDegrees + 0;
