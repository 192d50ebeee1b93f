import { lotResult, lotResultAdd, lotResultImport, lotResultWithdraw } from '@suyuan/contract/plant/lot/lot-result.ts';
import { serveImport } from '#platform/imports/import.ts';
import { oneByOne } from '#platform/imports/lines/import-rules.ts';
import { declaredRow, heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { referred } from '#platform/references/references.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { addResult, isStanding, lotResults, type ResultInput } from './lot-results.ts';
import { requireUnreleased } from './unreleased-lot.ts';

/** Serves the results of tests of lots: recorded one by one or from the file of a laboratory, and withdrawn. */
export default function serveLotResults(services: Services): void {
  const { routes } = services;

  serveDeclaredList(services, lotResult, {
    rows: lotResults,
    narrow: {
      keyword: heldIn('o.order_no', 'o.lot', 'p.test_name'),
      outcome: (rows, outcome) => rows.where('lot_result.passed', '=', outcome === 'passed'),
      product_id: (rows, id) => rows.where('o.product_id', '=', id),
    },
    defaultSort: '-given_at',
    present: (row) => declaredRow(lotResult, row),
  });

  routes.change(lotResultAdd, (input, caller, change) => addResult(change, caller, input));

  const addedByFile = oneByOne((line: ResultInput, change, caller) => addResult(change, caller, line));
  serveImport(services, {
    list: 'lotresult',
    call: lotResultImport,
    add: lotResultAdd,
    rows: {
      ...addedByFile,
      // A file that is imported again, or an export, records nothing twice.
      plan: async (line, row, change, caller) =>
        (await isStanding(change, line)) ? undefined : addedByFile.plan(line, row, change, caller),
    },
    parsers: { work_order_id: referred('work_order', ['order_no']) },
  });

  routes.change(lotResultWithdraw, async ({ id, reason }, { account }, change) => {
    await change.changing('lot_result', id);
    const result = await change.db
      .selectFrom('lot_result')
      .select(['lot_id', 'withdrawn_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!result) throw notFound('lot_result');
    if (result.withdrawn_at !== null) throw conflict('lot_result_withdrawn');
    await requireUnreleased(change, result.lot_id);
    await change.db
      .updateTable('lot_result')
      .set({ withdrawn_by: account.id, withdrawn_at: new Date(), withdrawal_reason: reason.trim() })
      .where('id', '=', id)
      .execute();
    return { id };
  });
}
