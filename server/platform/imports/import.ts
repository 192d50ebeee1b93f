import type Type from 'typebox';
import type { Call } from '../../../contract/call/call.ts';
import type { ImportReport } from '../../../contract/thing/list.ts';
import { overSignal } from '../caller.ts';
import type { Routes } from '../serve/routes.ts';
import { importAtOnce, readImport, requireRightToUpdate } from './import-file.ts';
import type { ImportJobs } from './import-jobs.ts';
import type { Import } from './lines/import-rules.ts';
import { figuresOf } from './lines/report.ts';

/** Lines that are carried out while the caller waits for the answer: some seconds. */
const mostAtOnce = 2000;

/** What bringing in rows takes. */
export interface ImportServices {
  readonly routes: Routes;
  readonly imports: ImportJobs;
}

/**
 * Brings in rows from a file. Every line is really carried out; so the report knows all that the database would refuse. A
 * short file is carried out before the answer, a long one is a job.
 */
export function serveImport<Add extends Call<Type.TObject>, Plan>(
  { routes, imports }: ImportServices,
  spec: Import<Add, Plan>,
): void {
  imports.add(spec);
  routes.changeInTime(spec.call, async (wish, caller, carryOut) => {
    requireRightToUpdate(spec, wish, caller);
    const file = await readImport(spec, wish, caller.file.path, overSignal(caller.reply));
    const { lines, titled } = file;
    if (lines.length <= mostAtOnce) return importAtOnce(spec, wish, file, caller, carryOut);
    const job = await imports.start(spec, wish, caller, lines.length);
    const nothing = { added: 0, updated: 0, unchanged: 0 };
    const figures = figuresOf(nothing, lines.length, 'dry');
    return { job, ...figures, ...titled, refused: [], changes: [] } satisfies ImportReport;
  });
}
