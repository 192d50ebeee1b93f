import { indexOfRange, numbersIn, type Range } from '@suyuan/codes/sets/ranges.ts';
import type { OrderFigure } from '@suyuan/contract/plant/order/order-codes.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { type CodeRecord, measureOf } from '#trace/state/code-record.ts';
import { readCodes } from '#trace/state/code-records.ts';

import { impliedPackagesIn, packedIn } from '#trace/state/package-contents.ts';
import { type IssuedCodes, issuedCodesOf, unusedCodes } from './issued-codes.ts';
import { isReplacedUnit } from './misplaced-codes.ts';

/** Codes that were found, and the position in their source after which the next ones come; null at its end. */
interface Chunk {
  readonly codes: readonly CodeRecord[];
  readonly next: number | null;
}

/** A source of codes, read in chunks by keyset pagination. */
type Source = (after: number) => Promise<Chunk>;

/** How many codes of a range, packages and events a chunk is made from. */
const many = { codes: 500, packages: 40, events: 20 } as const;

interface Scope {
  readonly sql: Connection;
  readonly order: number;
}

/**
 * Yields the codes behind a figure in chunks, each with the cursor `<source>:<position>` of the next one; null after the last.
 */
export async function* figureCodes(
  scope: Scope,
  figure: OrderFigure,
  after = '0:0',
): AsyncGenerator<{ readonly codes: readonly CodeRecord[]; readonly next: string | null }> {
  const sources = await sourcesOf(scope, figure);
  const [first = 0, begin = 0] = after.split(':').map(Number);
  for (let at = first, place = begin; at < sources.length; ) {
    const { codes, next } = await (sources[at] as Source)(place);
    if (next === null) at += 1;
    place = next ?? 0;
    yield { codes, next: at < sources.length ? `${at}:${place}` : null };
  }
}

async function sourcesOf(scope: Scope, figure: OrderFigure): Promise<Source[]> {
  const { order } = scope;
  const stands = (record: CodeRecord) => record.workOrderId === order && measureOf(record);
  const label = (life: CodeRecord['life']) =>
    acted(scope, (record) => record.workOrderId === order && isLabel(record) && record.life === life);
  switch (figure) {
    case 'packages':
      return [packages(scope)];
    case 'remainders':
      return [packages(scope, true)];
    case 'packed':
      return packedUnits(scope);
    case 'bound':
      return [...packedUnits(scope), acted(scope, (record) => isOther(stands(record)))];
    case 'loose':
    case 'rejected':
    case 'sampled':
    case 'destroyed':
      return [acted(scope, (record) => stands(record) === figure)];
    case 'replaced':
      return [acted(scope, (record) => record.workOrderId === order && record.life === 'inactive')];
    case 'label_scrapped':
      return [label('destroyed')];
    case 'label_sampled':
      return [label('sampled')];
    default:
      return issuedSources(scope, figure);
  }
}

const isOther = (measure: ReturnType<typeof measureOf> | false): boolean =>
  measure !== undefined && measure !== false && measure !== 'packed';
const isLabel = ({ level, onProduct }: CodeRecord): boolean => level === 1 && !onProduct;

/** Sources for figures of issued codes. */
async function issuedSources(
  scope: Scope,
  figure: 'issued' | 'unprinted' | 'printed_unused' | 'voided' | 'printed' | 'used_beside' | 'used_elsewhere',
): Promise<Source[]> {
  const { sql, order } = scope;
  const codes = await issuedCodesOf(sql, order);
  const unused = (ranges: readonly Range[]) => inRanges(scope, ranges, (range) => unusedCodes(sql, range, codes));
  const all = (ranges: readonly Range[]) => inRanges(scope, ranges, numbersIn);
  switch (figure) {
    case 'printed':
      return all(codes.printed);
    case 'issued':
      return all(codes.issued);
    case 'used_elsewhere':
      return all(codes.used_elsewhere);
    case 'used_beside':
      return usedSources(scope).map((source) => outside(source, codes));
    case 'voided':
      return [...unused(codes.voided), acted(scope, (record) => isReplacedUnit(record, order))];
    default:
      return unused(codes[figure]);
  }
}

/** All unit codes that the order has used: on its products, on replaced units, and on labels that were scrapped or sampled. */
const usedSources = (scope: Scope): Source[] => [
  ...packedUnits(scope),
  acted(
    scope,
    (record) =>
      record.workOrderId === scope.order &&
      (isOther(measureOf(record)) ||
        isReplacedUnit(record, scope.order) ||
        (isLabel(record) && record.life !== 'issued')),
  ),
];

const outside =
  (source: Source, { issued }: IssuedCodes): Source =>
  async (after) => {
    const { codes, next } = await source(after);
    return { codes: codes.filter(({ id }) => indexOfRange(issued, id) < 0), next };
  };

const inRanges = (
  { sql }: Scope,
  ranges: readonly Range[],
  codesIn: (range: Range) => number[] | Promise<number[]>,
): Source[] =>
  ranges.map((range) => async (after) => {
    const first = Math.max(range.first, after + 1);
    const last = Math.min(range.last, first + many.codes - 1);
    return { codes: await read(sql, await codesIn({ first, last })), next: last < range.last ? last : null };
  });

/** Packages that were begun for the order. */
const packages =
  ({ sql, order }: Scope, isRemainder = false): Source =>
  async (after) => {
    const rows = await sql<{ code: number }[]>`
      select code from package
      where work_order_id = ${order} and code > ${after} and ${isRemainder ? sql`not complete` : sql`true`}
      order by code limit ${many.codes}`;
    const codesOfRows = rows.map(({ code }) => code);
    // Packages that a set implies are always complete.
    const { codes, within } = isRemainder
      ? { codes: codesOfRows, within: [] }
      : await withImplied(sql, codesOfRows, many.codes);
    const isAll = codesOfRows.length < many.codes && codes.length === codesOfRows.length;
    return { codes: [...(await read(sql, codes)), ...within], next: isAll ? null : (codes.at(-1) ?? null) };
  };

/** Packed units of the order: in its own packages, and in those of other orders that events for it have filled up. */
const packedUnits = ({ sql, order }: Scope): Source[] => [
  async (after) => {
    const rows = await sql<{ code: number }[]>`
      select code from package where work_order_id = ${order} and code > ${after} order by code limit ${many.packages}`;
    const packageCodes = rows.map(({ code }) => code);
    const { codes: parents, within } = await withImplied(sql, packageCodes, many.packages);
    const codes = await childrenOf(sql, [...parents, ...within.map(({ id }) => id)]);
    const isAll = packageCodes.length < many.packages && parents.length === packageCodes.length;
    return {
      codes: codes.filter((record) => record.workOrderId === order && measureOf(record) === 'packed'),
      next: isAll ? null : (parents.at(-1) ?? null),
    };
  },
  async (after) => {
    const events = await eventsOf({ sql, order }, after);
    const rows = await sql<{ code: number }[]>`
      select distinct c.code from event_code c join package p on p.code = c.code
      where c.event_id = any(${events}::bigint[]) and c.act = ${eventTypes.pack.no} and p.work_order_id is distinct from ${order}`;
    const codes = await childrenOf(
      sql,
      rows.map(({ code }) => code),
    );
    const own = new Set(events);
    return {
      codes: codes.filter((record) => own.has(record.packedBy?.id ?? 0) && measureOf(record) === 'packed'),
      next: events.length < many.events ? null : (events.at(-1) ?? null),
    };
  },
];

/** Codes whose last naming event is of the order; a code is found once, at that event. */
const acted =
  (scope: Scope, isWanted: (record: CodeRecord) => boolean): Source =>
  async (after) => {
    const events = await eventsOf(scope, after);
    const rows = await scope.sql<{ code: number }[]>`
      select distinct code from event_code where event_id = any(${events}::bigint[])`;
    const own = new Set(events);
    const records = await read(
      scope.sql,
      rows.map(({ code }) => code),
    );
    return {
      codes: records.filter((record) => own.has(record.namedBy?.id ?? 0) && isWanted(record)),
      next: events.length < many.events ? null : (events.at(-1) ?? null),
    };
  };

/** The first of some packages, as many as have at most `most` implied packages within them (but at least one), with these. */
async function withImplied(
  sql: Connection,
  codes: readonly number[],
  most: number,
): Promise<{ readonly codes: readonly number[]; readonly within: readonly CodeRecord[] }> {
  const within = await impliedPackagesIn(sql, codes);
  if (within.length <= most || codes.length === 1) return { codes, within };
  return withImplied(sql, codes.slice(0, Math.ceil(codes.length / 8)), most);
}

async function eventsOf({ sql, order }: Scope, after: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from trace_event
    where work_order_id = ${order} and id > ${after} and act <> ${eventTypes.print.no}
    order by id limit ${many.events}`;
  return rows.map(({ id }) => id);
}

async function childrenOf(sql: Connection, parents: readonly number[]): Promise<CodeRecord[]> {
  const rows = await packedIn(sql, parents);
  return read(
    sql,
    rows.map(({ child }) => child),
  );
}

async function read(sql: Connection, ids: readonly number[]): Promise<CodeRecord[]> {
  return (await readCodes(sql, ids)).among(ids.toSorted((a, b) => a - b));
}
