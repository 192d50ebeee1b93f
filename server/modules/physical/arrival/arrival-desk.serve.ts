import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type ArrivalLine,
  type ArrivedScan,
  arrivalDesk,
  maxExpected,
  maxScansShown,
} from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { codesOnHold, type OnHold } from '#trace/lookup/goods-on-hold.ts';
import { type OpenCount, openCount, stateOf } from '../waybill/life/open-count.ts';
import { requireReceiver } from '../waybill/require-waybill.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';
import { differencesOf } from './arrival-differences.ts';

type Desk = OutputOf<typeof arrivalDesk>;

/** Serves the desk at which a waybill is counted: what it brings, and what is counted of it by all who do. */
export default function serveArrivalDesk({ routes, system }: Services, { rules }: SharedServices): void {
  const { sql } = system.codes;

  routes.serve(arrivalDesk, async ({ id }, caller): Promise<Desk> => {
    await requireReceiver(caller, id);
    const [[row], [settings], count] = await Promise.all([
      waybills(caller.db)
        .where('waybill.id', '=', id)
        .execute()
        .then((rows) => withLines(sql, rows)),
      sql<{ blind: boolean; damaged_zone: string | null }[]>`
        select coalesce(w.blind_count, false) as blind, z.warehouse_name as damaged_zone
        from waybill b left join warehouse w on w.id = b.to_warehouse_id left join warehouse z on z.id = w.damaged_zone_id
        where b.id = ${id}`,
      openCount(sql, id),
    ]);
    if (!row) throw new Error(`waybill ${id} no longer exists`);
    const blind = settings?.blind ?? false;
    const isHidden = blind && !count?.completed_at;
    const [lines, expected, scans, people] = await Promise.all([
      linesOf(sql, id, count, isHidden),
      isHidden ? { rows: [], total: null } : expectedOf(sql, id, count),
      count ? scansOf(sql, caller, count) : { rows: [], total: 0 },
      count ? peopleOf(sql, count) : [],
    ]);
    const awaited = expected.rows.map(({ code }) => code);
    const [texts, onHold] = await Promise.all([
      rules.texts(sql, awaited),
      codesOnHold(sql, caller.db, [...awaited, ...scans.rows.flatMap(({ code_id }) => code_id ?? [])]),
    ]);
    const { seal = null } = count ?? {};
    return {
      id,
      waybill_no: row.waybill_no,
      kind: row.kind,
      status: row.status,
      from_name: row.from_warehouse_name,
      to_name: row.dealer_name ?? row.to_warehouse_name ?? row.to_factory_name ?? row.receiver,
      carrier: row.carrier ?? null,
      plate: row.plate ?? null,
      driver: row.driver ?? null,
      seal_no: row.seal_no ?? null,
      planned_day: row.planned_day ?? null,
      shipped_at: row.shipped_at?.toISOString() ?? null,
      blind,
      damaged_zone: settings?.damaged_zone ?? null,
      state: stateOf(count),
      completed_at: count?.completed_at?.toISOString() ?? null,
      recounts: count?.recounts ?? 0,
      people,
      lines,
      expected: expected.rows.map(({ code, ...one }) => ({ ...one, code: texts.get(code) ?? '', ...onHold(code) })),
      expected_total: expected.total,
      scans: scans.rows.map(({ code_id, ...one }) => ({ ...one, ...onHold(code_id ?? 0) })),
      scans_total: scans.total,
      seal: seal && { ...seal, photos: [...seal.photos] },
      differences: count && !isHidden ? await differencesOf(sql, count) : null,
    };
  });
}

interface LineRow {
  readonly line_id: number;
  readonly product_id: number;
  readonly lot_id: number;
  readonly product_code: string | null;
  readonly product_name: string | null;
  readonly lot: string | null;
  readonly due: number;
  readonly due_packages: number;
  readonly counted: number;
  readonly counted_packages: number;
}

/** What is to arrive and what is counted, by line, product and lot; hidden, only what is counted. */
export async function linesOf(
  sql: Connection,
  waybillId: number,
  count: OpenCount | undefined,
  isHidden: boolean,
): Promise<ArrivalLine[]> {
  const rows = await sql<LineRow[]>`
    with due as (
      select line_id, product_id, lot_id, safe_integer(sum(units - received - returned)) as units,
        safe_integer(count(distinct code)) as packages
      from waybill_goods where waybill_id = ${waybillId} and units > received + returned group by 1, 2, 3
    ),
    counted as (
      select g.line_id, g.product_id, g.lot_id, safe_integer(sum(g.units)) as units, safe_integer(count(*)) as packages
      from arrival_scan s
      cross join lateral jsonb_to_recordset(s.goods) as g (line_id bigint, product_id bigint, lot_id bigint, units bigint)
      where s.count_id = ${count?.id ?? 0} and s.verdict = 'expected' and s.inside_of is null group by 1, 2, 3
    )
    select goods.*, p.product_code, p.product_name, l.lot_no as lot
    from (
      select line_id, product_id, lot_id, coalesce(due.units, 0) as due, coalesce(due.packages, 0) as due_packages,
        coalesce(counted.units, 0) as counted, coalesce(counted.packages, 0) as counted_packages
      from due full join counted using (line_id, product_id, lot_id)
      ${isHidden ? sql`where counted.units is not null` : sql``}
    ) goods
    left join product p on p.id = goods.product_id
    left join lot l on l.id = goods.lot_id
    order by goods.line_id = 0, goods.line_id, p.product_code, l.lot_no`;
  return rows.map(({ line_id, product_id, lot_id: _, due, due_packages, ...row }) => ({
    ...row,
    line_id: isHidden ? 0 : line_id,
    product_id: product_id || null,
    due: isHidden ? null : due,
    due_packages: isHidden ? null : due_packages,
  }));
}

interface ExpectedRow {
  readonly code: number;
  readonly product_id: number | null;
  readonly product_name: string | null;
  readonly lot: string | null;
  readonly units: number;
}

/** The packages of a waybill that are still to arrive and were not scanned. */
async function expectedOf(
  sql: Connection,
  waybillId: number,
  count: OpenCount | undefined,
): Promise<{ rows: ExpectedRow[]; total: number }> {
  const rows = await sql<(ExpectedRow & { total: number })[]>`
    select g.code, min(p.id) as product_id, min(p.product_name) as product_name,
      case when count(distinct g.lot_id) = 1 then min(l.lot_no) end as lot,
      safe_integer(sum(g.units - g.received - g.returned)) as units, safe_integer(count(*) over ()) as total
    from waybill_goods g left join product p on p.id = g.product_id left join lot l on l.id = g.lot_id
    where g.waybill_id = ${waybillId} and g.units > g.received + g.returned
      and not exists (select from arrival_scan s where s.count_id = ${count?.id ?? 0} and s.code = g.code)
    group by g.code order by min(p.product_name), min(l.lot_no), g.code limit ${maxExpected}`;
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** A scan, and the code that it was; null if it was none. */
type Scan = Omit<ArrivedScan, keyof OnHold> & { readonly code_id: number | null };

interface ScanRow extends Omit<Scan, 'inside' | 'at' | 'code' | 'waybill_no' | 'photos'> {
  readonly text: string;
  readonly other_waybill_id: number | null;
  readonly inside_of: number | null;
  readonly pictures: string[];
  readonly scanned_at: Date;
}

/** The latest scans, of all who count. */
async function scansOf(
  sql: Connection,
  { db }: Pick<Caller<Account>, 'db'>,
  { id }: OpenCount,
): Promise<{ rows: Scan[]; total: number }> {
  const rows = await sql<(ScanRow & { total: number })[]>`
    select s.id, s.code as code_id, s.text, s.verdict, s.other_waybill_id, s.inside_of, s.units, s.condition, s.note, s.pictures, s.scanned_at,
      p.id as product_id, p.product_name, l.lot_no as lot, a.name as by, safe_integer(count(*) over ()) as total
    from arrival_scan s
    left join lateral jsonb_to_recordset(s.goods) as g (product_id bigint, lot_id bigint) on jsonb_array_length(s.goods) = 1
    left join product p on p.id = g.product_id
    left join lot l on l.id = g.lot_id
    left join account a on a.id = s.scanned_by
    where s.count_id = ${id}
    order by (s.verdict = 'expected' and s.condition = 'good'), s.id desc limit ${maxScansShown}`;
  const others = [...new Set(rows.flatMap(({ other_waybill_id }) => other_waybill_id ?? []))];
  const numbers = others.length
    ? await db.selectFrom('waybill').select(['id', 'waybill_no']).where('id', 'in', others).execute()
    : [];
  return {
    rows: rows.map(({ text, other_waybill_id, inside_of, pictures, scanned_at, total: _, ...row }) => ({
      ...row,
      code: text,
      waybill_no: numbers.find((one) => one.id === other_waybill_id)?.waybill_no ?? null,
      inside: inside_of !== null,
      photos: pictures,
      at: scanned_at.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

const peopleOf = async (sql: Connection, { id }: OpenCount): Promise<string[]> =>
  (
    await sql<{ name: string }[]>`
      select distinct a.name from arrival_scan s join account a on a.id = s.scanned_by where s.count_id = ${id} order by a.name`
  ).map(({ name }) => name);
