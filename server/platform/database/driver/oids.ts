/** Object identifiers of PostgreSQL's own types (`src/include/catalog/pg_type.dat`). */
export const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

/** The types of arrays, with the type of their elements. */
const elements: ReadonlyMap<number, number> = new Map([
  [1000, oid.bool],
  [1001, oid.bytea],
  [1016, oid.int8],
  [1005, oid.int2],
  [1007, oid.int4],
  [1028, oid.oid],
  [199, oid.json],
  [1021, oid.float4],
  [1022, oid.float8],
  [1182, oid.date],
  [1115, oid.timestamp],
  [1185, oid.timestamptz],
  [3807, oid.jsonb],
  // Their elements are read as they are written: char, name, text, bpchar, varchar, inet, numeric, regclass, regtype, uuid.
  ...[1002, 1003, 1009, 1014, 1015, 1041, 1231, 2210, 2211, 2951].map((array): [number, number] => [array, 0]),
]);

/** The type of an array's elements; nothing for a type that is no array. */
export const elementOf = (type: number): number | undefined => elements.get(type);
