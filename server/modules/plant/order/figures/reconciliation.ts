import { totalOf } from '@suyuan/codes/sets/ranges.ts';
import type { Reconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import type { Connection } from '#platform/database/database.ts';
import { figuresOf } from './figures.ts';
import { issuedCodesOf, unusedIn } from './issued-codes.ts';
import { replacedUnits } from './misplaced-codes.ts';

/**
 * The reconciliation of a work order: where all codes issued for it are, and which equations do not hold. Which codes were issued
 * for it is known apart from what became of them: they were bound to it or leased for it. People pack with any labels at hand, so
 * codes that nobody bound and that people may have packed are no mistake of the order: it cannot be checked until they are bound.
 */
export async function reconciliationOf(sql: Connection, id: number): Promise<Reconciliation> {
  const [figure, codes, replacedCodes] = await Promise.all([
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
  const [unprinted, printed_unused, closedCount] = await Promise.all([
    unusedIn(sql, codes.unprinted, codes),
    unusedIn(sql, codes.printed_unused, codes),
    unusedIn(sql, codes.voided, codes),
  ]);
  const unused = unprinted + printed_unused + closedCount;
  const parts = unused + replacedCodes.length + bound + label_scrapped + label_sampled;
  const [issued, used_elsewhere] = [totalOf(codes.issued), totalOf(codes.used_elsewhere)];
  const used_beside = parts - (issued - used_elsewhere);
  const broken: Reconciliation['broken'] = [];
  const isUnbound =
    used_beside > 0 && used_elsewhere === 0 && (!codes.isGiven || used_beside <= of('packed_by_people'));
  if (!isUnbound && (used_beside !== 0 || used_elsewhere > 0))
    broken.push({ equation: 'issued', difference: parts - issued });
  const total = packed + loose + rejected + sampled + destroyed;
  if (total !== bound) broken.push({ equation: 'bound', difference: bound - total });
  return {
    issued,
    unused,
    unprinted,
    printed_unused,
    voided: closedCount + replacedCodes.length,
    printed: of('printed') + totalOf(codes.handedOut),
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
    verdict: broken.length > 0 ? 'broken' : isUnbound ? 'unchecked' : 'holds',
    holds: broken.length === 0 && !isUnbound,
    broken,
  };
}
