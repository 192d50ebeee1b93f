import type { FlowNode } from '@suyuan/contract/plant/material/material-query.ts';
import type { PartlyOnHold } from '@suyuan/contract/trace/on-hold.ts';
import type { Connection } from '#platform/database/database.ts';
import { text } from '#platform/language.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { type FlowContext, type FlowPart, nodeKey } from '#trace/flow/flow.ts';
import { lotsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { impliedPackageCounts } from '#trace/state/confirmed-sets.ts';

/** Declares the production steps of the flow: from work orders to product lots, and from these to packages. */
export default function declareProductionSteps(_: Services, { flow }: SharedServices): void {
  flow.add({ key: 'lots', after: ['orders'], next: lotsOf });
  flow.add({ key: 'packages', after: ['lots'], next: packagesOf });
}

interface LotRow {
  readonly work_order_id: number;
  readonly lot_id: number;
  readonly lot_no: string;
  readonly product_name: string;
  readonly units: number;
}

/** The lots that the orders made, with the units that were bound. */
async function lotsOf({ sql, db, language, orders }: FlowContext): Promise<FlowPart> {
  const rows = await sql<LotRow[]>`
    select o.id as work_order_id, l.id as lot_id, l.lot_no, p.product_name,
      coalesce((
        select safe_integer(sum(quantity)) from (
          select quantity from figure where work_order_id = o.id and measure = 'bound'
          union all select quantity from figure_delta where work_order_id = o.id and measure = 'bound'
        ) counted
      ), 0) as units
    from work_order o join lot l on l.id = o.lot_id join product p on p.id = l.product_id
    where o.id = any(${orders as number[]}::bigint[])
    order by l.id, o.id`;
  const unit = text(language, 'materialquery.pieces');
  const onHold = await lotsOnHold(
    sql,
    db,
    rows.map(({ lot_id }) => lot_id),
  );
  const nodes = [...Map.groupBy(rows, ({ lot_id }) => lot_id)].map(([id, own]): FlowNode => {
    const [{ lot_no, product_name }] = own as [LotRow];
    return {
      key: nodeKey('lots', id),
      id,
      title: lot_no,
      note: product_name,
      quantity: own.reduce((sum, { units }) => sum + units, 0),
      unit,
      ...held(onHold.of(id)),
    };
  });
  const links = rows.map(({ work_order_id, lot_id, units }) => ({
    from: nodeKey('orders', work_order_id),
    to: nodeKey('lots', lot_id),
    quantity: units,
    unit,
  }));
  return { nodes, links };
}

const held = (on_hold: PartlyOnHold | undefined) => (on_hold ? { on_hold } : {});

interface PackageRow {
  readonly lot_id: number;
  readonly level: number;
  readonly packages: number;
  readonly remainders: number;
}

/** Packages of each level that hold goods of the lots. */
async function packagesOf({ sql, db, language, orders }: FlowContext, lots: readonly FlowNode[]): Promise<FlowPart> {
  const packageRows = await sql<PackageRow[]>`
    select lot_id, level, count(*)::bigint as packages, count(*) filter (where not complete)::bigint as remainders
    from package
    where work_order_id = any(${orders as number[]}::bigint[]) and lot_id = any(${lots.map(({ id }) => id)}::bigint[])
    group by lot_id, level
    order by lot_id, level`;
  const [implied, onHold] = await Promise.all([
    impliedPackages(sql, orders, lots),
    lotsOnHold(
      sql,
      db,
      lots.map(({ id }) => id),
    ),
  ]);
  const rows = added(packageRows, implied);
  const nodes = rows.map(({ lot_id, level, packages, remainders }): FlowNode => {
    const id = lot_id * 10 + level;
    return {
      key: nodeKey('packages', id),
      id,
      title: text(language, `field.level.${level}`),
      note: remainders > 0 ? text(language, 'materialquery.remainders', { count: remainders }) : null,
      quantity: packages,
      unit: null,
      ...held(onHold.of(lot_id, level)),
    };
  });
  const links = rows.map(({ lot_id, level, packages }) => ({
    from: nodeKey('lots', lot_id),
    to: nodeKey('packages', lot_id * 10 + level),
    quantity: packages,
    unit: null,
  }));
  return { nodes, links };
}

/** Packages implied by confirmed sets, which have no row and are always complete. */
async function impliedPackages(
  sql: Connection,
  orders: readonly number[],
  lots: readonly FlowNode[],
): Promise<PackageRow[]> {
  // Only packages that were not scanned piece by piece can be confirmed sets.
  const unseen = await sql<{ code: number; lot_id: number }[]>`
    select code, lot_id from package
    where work_order_id = any(${orders as number[]}::bigint[]) and lot_id = any(${lots.map(({ id }) => id)}::bigint[])
      and not seen`;
  const lotOf = new Map(unseen.map(({ code, lot_id }) => [code, lot_id]));
  const counts = await impliedPackageCounts(sql, [...lotOf.keys()]);
  return counts.map(({ outermost, level, packages }) => ({
    lot_id: lotOf.get(outermost) ?? 0,
    level,
    packages,
    remainders: 0,
  }));
}

/** Adds up rows of the same lot and level, sorted. */
function added(...all: readonly PackageRow[][]): PackageRow[] {
  const sums = new Map<string, PackageRow>();
  for (const row of all.flat()) {
    const key = `${row.lot_id} ${row.level}`;
    const { packages, remainders } = sums.get(key) ?? { packages: 0, remainders: 0 };
    sums.set(key, { ...row, packages: packages + row.packages, remainders: remainders + row.remainders });
  }
  return [...sums.values()]
    .filter(({ packages }) => packages > 0)
    .sort((a, b) => a.lot_id - b.lot_id || a.level - b.level);
}
