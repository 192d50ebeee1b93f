import { lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { resultsOf, samplesOf, samplesOfLot } from './lot-samples.ts';

/** Serves the samples that are asked of the lot of a work order, with their results. */
export default function serveLotSamples({ routes, system }: Services): void {
  const { sql } = system.codes;

  routes.serve(lotSamples, async ({ id }, { db }) => {
    const order = await db
      .selectFrom('work_order')
      .select(['id', 'order_no', 'product_id', 'lot_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!order) throw notFound('work_order');
    const { lot_id: lot, product_id: product } = order;
    const [samples, results] = await Promise.all([
      lot === null ? samplesOf(sql, { product, lot, orders: [order] }) : samplesOfLot(sql, lot),
      lot === null ? [] : resultsOf(sql, lot),
    ]);
    const people = await visibleNames(
      db,
      'account',
      results.flatMap(({ given_by, withdrawn_by }) => [given_by, withdrawn_by]),
    );
    // A lot may be made by several factories: what was noted under the order of another one is not told.
    const noted = new Set(
      lot === null
        ? []
        : (await db.selectFrom('lot_result').select('id').where('lot_id', '=', lot).execute()).map(idOf),
    );
    return {
      samples: samples.map(({ result, ...sample }) => ({
        ...sample,
        result: result && {
          ...{ id: result.id, passed: result.passed, note: noted.has(result.id) ? result.note : null },
          by: people.get(result.given_by) ?? null,
          by_id: people.has(result.given_by) ? result.given_by : null,
          at: result.given_at.toISOString(),
        },
      })),
      withdrawn: results
        .filter(({ withdrawn_at }) => withdrawn_at !== null)
        .map(({ id: result, test_name, passed, withdrawn_by, withdrawn_at, withdrawal_reason }) => ({
          ...{ test_name, passed, reason: (noted.has(result) && withdrawal_reason) || '' },
          by: people.get(withdrawn_by ?? 0) ?? null,
          at: (withdrawn_at as Date).toISOString(),
        })),
    };
  });
}

const idOf = ({ id }: { readonly id: number }): number => id;
