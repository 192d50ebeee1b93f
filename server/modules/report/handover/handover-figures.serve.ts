import { handovers } from '@suyuan/contract/report/handover.ts';
import { isTime } from '@suyuan/contract/thing/report.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import type { Services } from '#platform/services.ts';
import { keyFormats } from '../frame/period.ts';
import { serveReport } from '../frame/serve-report.ts';
import type { ReportQuery, Source } from '../frame/source.ts';

/** Figures of 成品交接单: what lines handed over, and what warehouses counted. */
export default function serveHandoverFigures(services: Services): void {
  serveReport(services, handovers, [signedPapers(services.timeZone)]);
}

/** The SQL of each figure over handover papers. */
const figures = {
  notes: sql<number>`count(*)`,
  handed_packages: sql<number>`sum(case when h.status = 'withdrawn' then 0 else h.packages end)`,
  handed_units: sql<number>`sum(case when h.status = 'withdrawn' then 0 else h.units end)`,
  waiting_notes: sql<number>`sum(case when h.status = 'handed' then 1 else 0 end)`,
  received_notes: sql<number>`sum(case when h.status = 'received' then 1 else 0 end)`,
  counted_packages: sql<number>`sum(case when h.status = 'received' then h.counted else 0 end)`,
  missing_packages: sql<number>`sum(case when h.status = 'received' then h.packages - h.counted else 0 end)`,
  withdrawn_notes: sql<number>`sum(case when h.status = 'withdrawn' then 1 else 0 end)`,
};
const names = Object.keys(figures) as (keyof typeof figures)[];

/** Papers on the day of the line's signature. Counted when they are asked for, since there are few. */
const signedPapers = (timeZone: () => string): Source => ({
  figures: names,
  counts: async (query) => {
    const zone = timeZone();
    const key = keyIn(query, zone);
    const rows = await narrowed(papersOn(query.caller.db, query, zone), query)
      .select([key.as('key'), ...names.map((name) => figures[name].as(name))])
      .groupBy(key)
      .execute();
    return rows.flatMap((row) => names.map((figure) => ({ key: row.key, figure, quantity: Number(row[figure]) })));
  },
});

const papersOn = (db: Kysely<Schema>, { days: { from, to } }: ReportQuery, zone: string) =>
  db
    .selectFrom('handover as h')
    .innerJoin('work_order as o', 'o.id', 'h.work_order_id')
    .where(sql<boolean>`h.handed_at >= ${from}::date::timestamp at time zone ${zone}`)
    .where(sql<boolean>`h.handed_at < (${to}::date + 1)::timestamp at time zone ${zone}`);

const columns = {
  product: 'o.product_id',
  order: 'h.work_order_id',
  line: 'o.line_id',
  warehouse: 'h.warehouse_id',
} as const;
type Column = keyof typeof columns;

const narrowed = (rows: ReturnType<typeof papersOn>, { narrowed: by }: ReportQuery) =>
  Object.entries(by).reduce((query, [name, id]) => query.where(columns[name as Column], '=', id), rows);

/** The key of a row. */
function keyIn({ group }: ReportQuery, zone: string): RawBuilder<string> {
  if (group === 'all') return sql`'all'::text`;
  if (isTime(group)) return sql`to_char(h.handed_at at time zone ${sql.lit(zone)}, ${sql.lit(keyFormats[group])})`;
  return sql`coalesce(${sql.ref(columns[group as Column])}, 0)::text`;
}
