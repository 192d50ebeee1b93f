import type { Connection } from '#platform/database/database.ts';
import { type CodeRecord, goodsIn } from '#trace/state/code-record.ts';
import { type CodeRecords, readCodes } from '#trace/state/code-records.ts';
import { type HoldDocument, Holds } from '#trace/state/holds.ts';
import type { CodeFacts, HeldSince } from '../rules/rule.ts';
import type { FirstLook } from './seen-scans.ts';

type Held = CodeFacts['held'];

const nothing: Held = { recall: null, quality_hold: null };

/** What holds codes, and since when. Without any hold, as is usual, one query reads nothing. */
export async function heldSince(
  sql: Connection,
  codes: CodeRecords,
  records: readonly CodeRecord[],
): Promise<(record: CodeRecord) => Held> {
  const holds = await Holds.read(sql);
  if (holds.none) return () => nothing;
  const documents = new Map(records.map((record) => [record.id, documentsOf(holds, codes, record)]));
  const dates = await datesOf(sql, [...documents.values()].flat());
  return (record) => {
    const own = (documents.get(record.id) ?? []).flatMap((one) => {
      const date = dates.get(keyOf(one));
      return date ? [{ kind: one.kind, ...date }] : [];
    });
    const earliest = (kind: HoldDocument['kind']): HeldSince | null =>
      own.filter((one) => one.kind === kind).toSorted((a, b) => a.since.getTime() - b.since.getTime())[0] ?? null;
    return { recall: earliest('recall'), quality_hold: earliest('quality_hold') };
  };
}

const documentsOf = (holds: Holds, codes: CodeRecords, record: CodeRecord): HoldDocument[] =>
  holds.documentsOf({
    codes: codes.with(record),
    lots: goodsIn(record).flatMap(({ lotId }) => lotId ?? []),
    place: codes.placeOf(record),
  }).holding;

const keyOf = ({ kind, id }: HoldDocument): string => `${kind} ${id}`;

async function datesOf(sql: Connection, documents: readonly HoldDocument[]): Promise<Map<string, HeldSince>> {
  const ids = (kind: HoldDocument['kind']) => [
    ...new Set(documents.flatMap((one) => (one.kind === kind ? one.id : []))),
  ];
  const rows = await sql<(HoldDocument & HeldSince)[]>`
    select 'recall' as kind, id, recall_no as no, begun_at as since from recall
    where id = any(${ids('recall')}::bigint[]) and begun_at is not null
    union all
    select 'quality_hold', id, hold_no, created_at from quality_hold where id = any(${ids('quality_hold')}::bigint[])`;
  return new Map(rows.map(({ since, no, ...document }) => [keyOf(document), { since, no }]));
}

/** The first looks at codes that something may hold: only of these the events of their goods have to be read. */
export async function heldAmong(sql: Connection, rows: readonly FirstLook[]): Promise<ReadonlySet<number>> {
  const holds = await Holds.read(sql);
  if (holds.none || rows.length === 0) return new Set();
  // Which package a code lies in, the scan does not say.
  const isByCode = holds.codes.length > 0;
  const codes = isByCode ? await readCodes(sql, new Set(rows.map(({ code_id }) => code_id))) : undefined;
  return new Set(
    rows.flatMap(({ code_id, lot_id, place_id }) => {
      const record = codes?.get(code_id);
      const goods = { codes: codes && record ? codes.with(record) : [code_id], place: place_id };
      return holds.heldBy({ ...goods, lots: lot_id === null ? [] : [lot_id] }) ? code_id : [];
    }),
  );
}
