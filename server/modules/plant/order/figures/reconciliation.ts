import { totalOf } from '../../../../../codes/sets/ranges.ts';
import type { Reconciliation } from '../../../../../contract/plant/work-order.ts';
import type { Connection } from '../../../../platform/database/database.ts';
import { figuresOf } from './figures.ts';
import { issuedCodesOf, unusedIn } from './issued-codes.ts';
import { replacedUnits } from './misplaced-codes.ts';

/**
 * The reconciliation of a work order: where all codes issued for it are, and which equations do not hold. Issued codes are
 * known from its leases; an order without leases uses codes that were printed before, so only those are known that it used or
 * that a printer reported.
 */
export async function reconciliationOf(sql: Connection, id: number): Promise<Reconciliation> {
  const [figure, codes, replaced] = await Promise.all([
    figuresOf(sql, [id]),
    issuedCodesOf(sql, id),
    replacedUnits(sql, id),
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
  const [unprinted, printed_unused, closed] = await Promise.all([
    unusedIn(sql, codes.unprinted, codes),
    unusedIn(sql, codes.printed_unused, codes),
    unusedIn(sql, codes.voided, codes),
  ]);
  const unused = unprinted + printed_unused + closed;
  const parts = unused + replaced.length + bound + label_scrapped + label_sampled;
  const used_elsewhere = codes.isLeased ? totalOf(codes.used_elsewhere) : 0;
  const issued = codes.isLeased ? totalOf(codes.issued) : parts;
  const used_beside = parts - (issued - used_elsewhere);
  const broken: Reconciliation['broken'] = [];
  if (used_beside !== 0 || used_elsewhere > 0) broken.push({ equation: 'issued', difference: parts - issued });
  const standing = packed + loose + rejected + sampled + destroyed;
  if (standing !== bound) broken.push({ equation: 'bound', difference: bound - standing });
  return {
    issued,
    unused,
    unprinted,
    printed_unused,
    voided: closed + replaced.length,
    printed: of('printed'),
    label_scrapped,
    label_sampled,
    bound,
    packed,
    loose,
    rejected,
    sampled,
    destroyed,
    used_beside,
    used_elsewhere,
    replaced: of('replaced'),
    packages: of('packages'),
    remainders: of('remainders'),
    holds: broken.length === 0,
    broken,
  };
}
