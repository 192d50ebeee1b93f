import type { Call } from '@suyuan/contract/call/call.ts';
import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import type Type from 'typebox';
import { overSignal } from '../caller.ts';
import type { Routes } from '../serve/routes.ts';
import { importAtOnce, readImport, requireRightToUpdate } from './import-file.ts';
import type { ImportJobs } from './import-jobs.ts';
import type { Import } from './lines/import-rules.ts';
import { figuresOf } from './lines/report.ts';

/** The most lines that are imported while the caller waits, which takes some seconds. */
const maxAtOnce = 2000;

export interface ImportServices {
  readonly routes: Routes;
  readonly imports: ImportJobs;
}

/**
 * Serves the import of rows from a file. Every line is really written, even if it is rolled back, so the report has everything
 * that the database would refuse. Short files are imported at once, long ones by a job.
 */
export function serveImport<Add extends Call<Type.TObject>, Plan>(
  { routes, imports }: ImportServices,
  spec: Import<Add, Plan>,
): void {
  imports.add(spec);
  routes.changeDeferred(spec.call, async (wish, caller, inTransaction) => {
    requireRightToUpdate(spec, wish, caller);
    const file = await readImport(spec, wish, caller.file.path, overSignal(caller.reply));
    const { lines, titled } = file;
    if (lines.length <= maxAtOnce) return importAtOnce(spec, wish, file, caller, inTransaction);
    const job = await imports.start(spec, wish, caller, lines.length);
    const nothing = { added: 0, updated: 0, unchanged: 0 };
    const figures = figuresOf(nothing, lines.length, 'dry');
    return { job, ...figures, ...titled, refused: [], changes: [] } satisfies ImportReport;
  });
}
