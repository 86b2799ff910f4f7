import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const moduleId = 'virtual:world-map';
const width = 960;
/** The map ends here; everything south of it is Antarctica. */
const southernmostLatitude = -57;
/** Turned, so that Siberia is not cut in two. */
const centralLongitude = 11;
/** Half a unit is less than a pixel on most screens; coordinates are whole numbers of it. */
const step = 0.5;
/** A border may move by this many degrees when points are left out. */
const toleranceDegrees = 0.12;
/** An island with less area is not drawn unless it is its country's largest. */
const smallestArea = 1.5;
/** A country that is narrower is a circle. */
const narrowest = 5;

/** The Vite plugin that provides the countries of the world as `worldMap`. */
export function worldMap() {
  return {
    name: 'world-map',
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load: (id) => (id === `\0${moduleId}` ? `export const worldMap = ${JSON.stringify(drawWorld())};` : undefined),
  };
}

function drawWorld() {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
  const topology = simplify(JSON.parse(readFileSync(file, 'utf8')));
  const projection = geoEqualEarth().rotate([-centralLongitude, 0]).precision(0);
  projection.fitWidth(width, { type: 'Sphere' });
  const draw = geoPath(projection);
  const [[, top]] = draw.bounds({ type: 'Sphere' });
  const height = projection([centralLongitude, southernmostLatitude])[1] - top;
  const countries = feature(topology, topology.objects.countries)
    .features.filter(({ properties }) => properties.name !== 'Antarctica')
    .map((country) => drawCountry(draw, country))
    // The largest of those with the same code; the others are uninhabited reefs.
    .toSorted((one, other) => other.path.length - one.path.length)
    .filter(({ code, path }, at, all) =>
      code === null ? path !== '' : all.findIndex((one) => one.code === code) === at,
    );
  return {
    width,
    height: Math.ceil(height),
    step,
    countries,
  };
}

function drawCountry(draw, { id, properties, geometry }) {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const parts = polygons
    .map((coordinates) => ({ type: 'Polygon', coordinates }))
    .map((part) => ({ part, area: draw.area(part) }))
    .toSorted((one, other) => other.area - one.area);
  const main = parts[0].part;
  const [[left, top], [right, bottom]] = draw.bounds({
    type: 'MultiPolygon',
    coordinates: polygons,
  });
  const [x, y] = draw.centroid(main).map((value) => Math.round(value * 10) / 10);
  const isSmall = Math.max(right - left, bottom - top) < narrowest || parts[0].area < 4;
  const shown = parts.filter(({ area }, at) => area >= smallestArea || at === 0);
  return {
    code: codeOf(id, properties.name),
    x,
    y,
    isSmall,
    path: shown.map(({ part }) => roundPath(draw(part) ?? '')).join(''),
  };
}

/** The ISO 3166-1 alpha-2 code of a country; null: it has none. */
function codeOf(number, name) {
  if (name === 'Kosovo') return 'XK';
  if (number === undefined) return null;
  // Unicode's own data turns the number of a region into its code.
  const [tag] = Intl.getCanonicalLocales(`und-${number}`);
  const code = tag.slice('und-'.length);
  return /^[A-Z]{2}$/.test(code) ? code : null;
}

/** A path in whole steps, each point relative to the one before; a ring that is left with two points is dropped. */
function roundPath(path) {
  return path
    .split('M')
    .slice(1)
    .map((ring) => {
      const points = ring
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(',').map((value) => Math.round(Number(value) / step)));
      const isSame = ([x, y], other) => other?.[0] === x && other[1] === y;
      const distinct = points.filter((point, at) => !isSame(point, points[at - 1]));
      if (distinct.length > 1 && isSame(distinct[0], distinct.at(-1))) distinct.pop();
      if (distinct.length < 3) return '';
      const steps = distinct.slice(1).map(([x, y], at) => `${x - distinct[at][0]} ${y - distinct[at][1]}`);
      return `M${distinct[0].join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}

/** Leaves points out of each border, once for the countries on both sides. */
function simplify(topology) {
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let [x, y] = [0, 0];
    const points = arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    return leaveOut(points);
  });
  return { ...topology, transform: undefined, arcs };
}

/** The algorithm of Douglas and Peucker. */
function leaveOut(points) {
  const [first, last] = [points[0], points.at(-1)];
  const [dx, dy] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(dx, dy);
  const distances = points.map(([x, y]) =>
    length === 0
      ? Math.hypot(x - first[0], y - first[1])
      : Math.abs(dx * (y - first[1]) - dy * (x - first[0])) / length,
  );
  const farthest = distances.indexOf(Math.max(...distances));
  if (distances[farthest] <= toleranceDegrees) return points.length < 3 ? points : [first, last];
  return [...leaveOut(points.slice(0, farthest + 1)).slice(0, -1), ...leaveOut(points.slice(farthest))];
}
