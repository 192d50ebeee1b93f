import { type Cluster, caseClusters, clusterKinds, maxWarningsOfCase } from '@suyuan/contract/inspect/case/case.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';

/** The most clusters in an answer. */
const maxClusters = 50;
/** So many warnings at least make a cluster. */
const least = 2;

interface ClusterRow extends Omit<Cluster, 'first_at' | 'last_at' | 'open_case' | 'warning_ids'> {
  readonly ref: string;
  readonly warning_ids: number[];
  readonly first_at: Date;
  readonly last_at: Date;
  readonly case_id: number | null;
  readonly case_no: string | null;
}

/**
 * Proposes cases: open warnings that share a waybill, a dealer and product, or a lot. The narrower kind comes first where two
 * clusters are of the same warnings, since it says more of their cause.
 */
export default function serveClusters({ routes, system }: Services): void {
  routes.serve(caseClusters, async ({ days = 30 }) => {
    const found = (await Promise.all(clusterKinds.map((kind) => clustersBy(system.enterprise.sql, kind, days)))).flat();
    const distinct = new Map<string, ClusterRow>();
    for (const one of found) distinct.getOrInsert(one.warning_ids.join(' '), one);
    return [...distinct.values()]
      .toSorted((a, b) => b.warnings - a.warnings || b.last_at.getTime() - a.last_at.getTime())
      .slice(0, maxClusters)
      .map(({ ref: _, case_id, case_no, first_at, last_at, warning_ids, ...row }) => ({
        ...row,
        warning_ids: warning_ids.slice(0, maxWarningsOfCase),
        first_at: first_at.toISOString(),
        last_at: last_at.toISOString(),
        open_case: case_id === null || case_no === null ? null : { id: case_id, case_no },
      }));
  });
}

function clustersBy(sql: Connection, kind: Cluster['kind'], days: number) {
  const since = new Date(Date.now() - days * 86_400_000);
  // What they share, and by which columns an open case is about the same.
  const shared = {
    waybill: sql`w.waybill_id::text`,
    dealer: sql`w.dealer_id || '-' || w.product_id`,
    lot: sql`w.lot_id::text`,
  }[kind];
  const ofCase = {
    waybill: sql`k.waybill_id::text`,
    dealer: sql`k.dealer_id || '-' || k.product_id`,
    lot: sql`k.lot_id::text`,
  }[kind];
  const name = { waybill: sql`b.waybill_no`, dealer: sql`d.dealer_name`, lot: sql`l.lot_no` }[kind];
  return sql<ClusterRow[]>`
    with clusters as (
      select ${shared} as ref, count(*)::int as warnings, count(distinct w.subject)::int as codes,
        count(distinct w.province)::int as provinces, min(w.first_at) as first_at, max(w.last_at) as last_at,
        array_agg(w.id order by w.id) as warning_ids,
        mode() within group (order by w.waybill_id) as waybill_id, mode() within group (order by w.dealer_id) as dealer_id,
        mode() within group (order by w.product_id) as product_id, mode() within group (order by w.lot_id) as lot_id
      from consumer_warning w
      where w.case_id is null and w.status <> 'settled' and w.last_at >= ${since} and ${shared} is not null
      group by 1 having count(*) >= ${least}
      order by warnings desc, last_at desc limit ${maxClusters}
    )
    select c.ref, ${kind} as kind, ${name} as name, p.product_name, d.dealer_name, c.warnings, c.codes, c.provinces,
      c.first_at, c.last_at, c.warning_ids, o.id as case_id, o.case_no
    from clusters c
    left join waybill b on b.id = c.waybill_id
    left join dealer d on d.id = c.dealer_id
    left join product p on p.id = c.product_id
    left join lot l on l.id = c.lot_id
    left join (
      select distinct on (ref) k.id, k.case_no, ${ofCase} as ref from inspect_case k
      where k.status = 'open' order by ref, k.id desc
    ) o on o.ref = c.ref
    order by c.warnings desc, c.last_at desc`;
}
