import { materialLabel } from '@suyuan/codes/carrier/material-label.ts';
import {
  materialLabelRead,
  materialUse,
  materialUseAdd,
  materialUseCorrect,
  materialUseImport,
} from '@suyuan/contract/plant/material/material-use.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { serveImport } from '#platform/imports/import.ts';
import { oneByOne } from '#platform/imports/lines/import-rules.ts';
import { momentIn } from '#platform/imports/lines/written-moment.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { referred } from '#platform/references/references.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { lotOfLabel } from './label-lot.ts';
import { addUse, isRecorded, materialUses, type UseInput } from './material-uses.ts';

/** Serves the material lots that work orders used: recorded by scan, by hand or by file; a correction keeps the corrected row. */
export default function serveMaterialUses(services: Services): void {
  const { routes, timeZone } = services;

  serveDeclaredList(services, materialUse, {
    rows: materialUses,
    narrow: {
      material_lot: (rows, lot) => rows.where((eb) => eb(eb.fn('lower', ['material_lot']), '=', lot.toLowerCase())),
    },
    defaultSort: '-used_at',
    present: (row) => declaredRow(materialUse, row),
  });

  routes.change(materialUseAdd, (input, caller, change) =>
    addUse(change, caller, input, { source: input.label ? 'scan' : 'form', timeZone: timeZone() }),
  );

  const addedByFile = oneByOne((line: UseInput, change, caller) =>
    addUse(change, caller, line, { source: 'import', timeZone: timeZone() }),
  );
  serveImport(services, {
    list: 'materialuse',
    call: materialUseImport,
    add: materialUseAdd,
    rows: {
      ...addedByFile,
      // A file that is imported again, or an export, records nothing twice.
      plan: async (line, row, change, caller) =>
        (await isRecorded(change, line)) ? undefined : addedByFile.plan(line, row, change, caller),
    },
    parsers: {
      work_order_id: referred('work_order', ['order_no']),
      material_id: referred('material', ['material_code', 'material_name']),
      used_at: momentIn(timeZone),
    },
  });

  routes.change(materialUseCorrect, async ({ id, reason, ...changes }, caller, change) => {
    const before = await materialUses(change.db)
      .select('material_use.label')
      .where('material_use.id', '=', id)
      .executeTakeFirst();
    if (!before) throw notFound('material_use');
    if (before.corrected) throw conflict('material_corrected');
    const { work_order_id, material_id, material_lot, supplier, amount, unit, expiry_date, expired_reason, label } =
      before;
    const input = {
      ...{ work_order_id, material_id, material_lot, supplier, amount, unit, expiry_date, expired_reason, label },
      ...changes,
      used_at: before.used_at.toISOString(),
    };
    const correction = { corrects: id, correction_reason: reason.trim() };
    return addUse(change, caller, input, { source: 'form', timeZone: timeZone(), correction }).catch(
      violates('material_use_corrects_key', () => conflict('material_corrected')),
    );
  });

  routes.serve(materialLabelRead, ({ label }, { db, language }) =>
    lotOfLabel(db, materialLabel(label), { language, timeZone: timeZone() }),
  );
}
