import pg from 'pg';

/** Object identifiers of PostgreSQL's own types (`src/include/catalog/pg_type.dat`). */
const oid = {
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
const elementOf = (type: number): number | undefined => elements.get(type);

// How values are written as PostgreSQL's texts, and read from them.

/** A value that is sent as JSON, whatever it is. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * The type that a value says by itself; 0 where PostgreSQL has to infer it from the statement. It is declared because some
 * operators take several types: an undeclared time minus an interval is read as two intervals.
 */
export function typeOf(value: unknown): number {
  if (value instanceof Date) return oid.timestamptz;
  if (value instanceof Uint8Array) return oid.bytea;
  if (value instanceof Json) return oid.jsonb;
  if (typeof value === 'boolean') return oid.bool;
  return typeof value === 'bigint' ? oid.int8 : 0;
}

/** A value as a parameter of the given type: its text, its bytes, or null. Throws for a value that no parameter can be. */
export function written(value: unknown, type: number): string | Buffer | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value) && type !== oid.json && type !== oid.jsonb) return arrayOf(value, elementOf(type) ?? 0);
  return textOf(value, type);
}

function textOf(value: unknown, type: number): string {
  if (value instanceof Json) return JSON.stringify(value.value);
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined');
  if (type === oid.json || type === oid.jsonb) return JSON.stringify(value);
  if (typeof value === 'string') return type === oid.timestamptz ? inUtc(value) : value;
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'object')
    throw new TypeError('A parameter of a statement is an object, and no JSON is expected');
  return String(value);
}

/** RFC 3339 allows more offsets from UTC than PostgreSQL reads. A `Date` would cut the time to milliseconds. */
function inUtc(time: string): string {
  const [, whole, fraction = '', offset] = /^(.*T[^.]*?)(\.\d+)?([zZ]|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  const moment = Date.parse(`${whole}${offset}`);
  return Number.isNaN(moment) ? time : `${new Date(moment).toISOString().slice(0, -'.000Z'.length)}${fraction}Z`;
}

/** An array as PostgreSQL's text for it. */
function arrayOf(values: readonly unknown[], element: number): string {
  let text = '{';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) text += ',';
    if (value === null) text += 'null';
    else if (typeof value === 'number') text += value;
    else if (Array.isArray(value) && element !== oid.json && element !== oid.jsonb) text += arrayOf(value, element);
    else text += quoted(textOf(value, element));
  }
  return `${text}}`;
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

type Reader = (text: string) => unknown;

const asIs: Reader = (text) => text;
const asDate: Reader = (text) => new Date(text);

/** Reads int8 as a number: all ids and counts here are safe integers. */
const readers: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  ...[oid.int2, oid.int4, oid.int8, oid.oid, oid.float4, oid.float8].map((type): [number, Reader] => [type, Number]),
  ...[oid.date, oid.timestamp, oid.timestamptz].map((type): [number, Reader] => [type, asDate]),
  ...[oid.json, oid.jsonb].map((type): [number, Reader] => [type, (text) => JSON.parse(text)]),
  [oid.bool, (text) => text === 't'],
  [oid.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
]);

/** Reads an array of texts, nested ones as well. */
const readTexts = pg.types.getTypeParser(1009 as number) as (text: string) => unknown;

const eachIn = (values: unknown, read: Reader): unknown =>
  Array.isArray(values) ? values.map((value) => eachIn(value, read)) : values === null ? null : read(values as string);

function readerOf(type: number): Reader {
  const element = elementOf(type);
  if (element === undefined) return readers.get(type) ?? asIs;
  const reader = readers.get(element);
  return reader ? (text) => eachIn(readTexts(text), reader) : (text) => readTexts(text);
}

const readersByType = new Map<number, Reader>();

/** How node-postgres reads the values of an answer, by their type. */
export const valueReaders = {
  getTypeParser(type: number): Reader {
    const reader = readersByType.get(type) ?? readerOf(type);
    readersByType.set(type, reader);
    return reader;
  },
};
