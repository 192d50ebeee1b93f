import { totalOf } from '../../../../../codes/sets/ranges.ts';
import type { Reconciliation } from '../../../../../contract/plant/work-order.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { figuresOf } from './figures.ts';
import { issuedCodesOf, unusedIn } from './issued-codes.ts';

/**
 * Where the codes of a work order are. What was handed out for it is known by its leases; an order without any uses codes
 * that were printed before, of which only those are known that it used or that a printer told of.
 */
export async function reconciliationOf(sql: Connection, id: number): Promise<Reconciliation> {
  const [figure, codes] = await Promise.all([figuresOf(sql, [id]), issuedCodesOf(sql, id)]);
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
  const [printed_unused, voided] = [await unusedIn(sql, codes.printed_unused), await unusedIn(sql, codes.voided)];
  const issued = codes.isLeased ? totalOf(codes.issued) : used + printed_unused + voided;
  const unused = Math.max(0, issued - used);
  const broken: Reconciliation['broken'] = [];
  if (used > issued) broken.push({ equation: 'issued', difference: used - issued });
  const standing = packed + loose + rejected + sampled + destroyed;
  if (standing !== bound) broken.push({ equation: 'bound', difference: bound - standing });
  return {
    issued,
    unused,
    unprinted: Math.max(0, unused - printed_unused - voided),
    printed_unused,
    voided,
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
