import type { Fragment, Sql } from '@suyuan/server/platform/database/driver/sql.ts';

/** The papers of a company that makes ten million units a year. */
const dealers = 200;
const waybills = 20 * 365;
const refunds = 700;
const handovers = 20 * 365;
const inspections = 10_000;
const warnings = 20_000;

/**
 * Inserts a year of waybills, returns, handover papers, inspections and warnings, and the figures of all `units` shipped by
 * them, as events and people would. Work orders must exist.
 */
export async function seedPapers(sql: Sql, product: number, units: number): Promise<void> {
  await sql`insert into warehouse (warehouse_code, warehouse_name, warehouse_type) values ('W', 'W', 'finished')`;
  await sql`
    insert into dealer (dealer_code, dealer_name, dealer_level, contact, phone)
    select 'D' || n, 'Dealer ' || n, 1, 'C', '1' from generate_series(1, ${dealers}) n`;
  await seedTravels(sql, product, units);
  await sql`
    insert into handover (handover_no, status, work_order_id, packages, remainders, units, handed_at, handed_by, handed_name, created_by, created_name)
    select 'H' || n, 'handed', (select min(id) from work_order) + n % (select count(*) from work_order), 57, 0, 57 * 24,
      now() - n * (interval '365 days' / ${handovers}::int), 1, 'A', 1, 'A'
    from generate_series(0, ${handovers - 1}) n`;
  await seedMarket(sql, product);
}

async function seedTravels(sql: Sql, product: number, units: number): Promise<void> {
  const dealer = sql`(select min(id) from dealer) + n % ${dealers}`;
  const warehouse = sql`(select min(id) from warehouse)`;
  await sql`
    insert into waybill (waybill_no, kind, status, from_warehouse_id, to_dealer_id, shipped_at, created_by)
    select 'T' || n, 'sale', 'signed', ${warehouse}, ${dealer}, now() - n * (interval '365 days' / ${waybills}::int), 1
    from generate_series(0, ${waybills - 1}) n`;
  await sql`
    insert into refund (refund_no, status, dealer_id, warehouse_id, reason, created_by)
    select 'R' || n, 'closed', ${dealer}, ${warehouse}, 'damaged', 1 from generate_series(0, ${refunds - 1}) n`;
  await sql`
    insert into place (kind, ref_id)
    select 'waybill', id from waybill union all select 'refund', id from refund on conflict do nothing`;
  const addFigures = (of: Piece, measures: readonly string[], quantity: number) => sql`
    insert into figure (day, shift_day, measure, product_id, place_id, quantity)
    select d.day, d.day, m, ${product}, p.id, ${quantity}
    from place p
    cross join unnest(${measures}::text[]) m
    cross join lateral (select current_date - (p.ref_id % 365)::int as day) d
    where p.kind = ${of}`;
  await addFigures(sql`'waybill'`, ['shipped', 'received'], Math.floor(units / waybills));
  await addFigures(sql`'refund'`, ['taken_back', 'restocked'], 24);
}

type Piece = Fragment;

async function seedMarket(sql: Sql, product: number): Promise<void> {
  const dealer = sql`(select min(id) from dealer) + n % ${dealers}`;
  await sql`
    insert into inspect_record (code, verdict, product_id, expected_dealer_id, province, inspected_by, inspected_at)
    select 'C' || n, case when n % 10 = 0 then 'suspected_diversion' else 'normal' end, ${product}, ${dealer}, '320000', 1,
      now() - n * (interval '365 days' / ${inspections}::int)
    from generate_series(0, ${inspections - 1}) n`;
  await sql`
    insert into consumer_warning
      (rule, subject, region, place_basis, param_version, limits, figures, visits, first_at, last_at, fired_at, seen_at, product_id, dealer_id, province)
    select 'outside_area', 'S' || n, '32', 'told', 1, '{}', '{}', '[]', at, at, at, at, ${product}, ${dealer}, '320000'
    from generate_series(0, ${warnings - 1}) n,
      lateral (select now() - n * (interval '365 days' / ${warnings}::int) as at) t`;
}
