import type { Reconciliation } from '../../../../contract/plant/work-order.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { figuresOf } from './figures.ts';

/**
 * Where the codes of a work order are. What was handed out for it is known by its leases; an order without any uses codes
 * that were printed before, of which only those are known that it used.
 */
export async function reconciliationOf(sql: Connection, id: number): Promise<Reconciliation> {
  const [figure, [leased]] = await Promise.all([
    figuresOf(sql, [id]),
    sql<{ codes: number | null }[]>`
      select sum(last_id - first_id + 1 - returned)::bigint as codes from code_lease where work_order_id = ${id} and level = 1`,
  ]);
  const of = (measure: Parameters<typeof figure>[1]) => figure(id, measure);
  const [bound, label_scrapped, label_sampled] = [of('bound'), of('label_scrapped'), of('label_sampled')];
  const [packed, loose, rejected, sampled, destroyed] = [
    of('packed'),
    of('loose'),
    of('rejected'),
    of('sampled'),
    of('destroyed'),
  ];
  const used = bound + label_scrapped + label_sampled;
  const issued = leased?.codes ?? used;
  const broken: Reconciliation['broken'] = [];
  if (used > issued) broken.push({ equation: 'issued', difference: used - issued });
  const standing = packed + loose + rejected + sampled + destroyed;
  if (standing !== bound) broken.push({ equation: 'bound', difference: bound - standing });
  return {
    issued,
    unused: Math.max(0, issued - used),
    printed: of('printed'),
    label_scrapped,
    label_sampled,
    bound,
    packed,
    loose,
    rejected,
    sampled,
    destroyed,
    replaced: of('replaced'),
    packages: of('packages'),
    remainders: of('remainders'),
    holds: broken.length === 0,
    broken,
  };
}
