import type Type from 'typebox';
import type { Call } from '../../../contract/call/call.ts';
import type { ImportExisting, ImportMode, ImportReport } from '../../../contract/thing/list.ts';
import type { Change } from '../audit/audit-log.ts';
import { type Account, type Caller, holds, overSignal } from '../caller.ts';
import type { ImportJobs, Progress } from '../jobs/import-jobs.ts';
import { type Language, text } from '../language.ts';
import { noAccess } from '../refusal.ts';
import type { Uploaded } from '../serve/file-upload.ts';
import type { Routes } from '../serve/routes.ts';
import { columnsOf, requireColumns } from './columns.ts';
import type { Import, ImportedRows } from './import-rules.ts';
import { carryOutLines, type Entry, entriesOf } from './lines.ts';
import { readTable } from './table-file.ts';

/** Lines that only add rows, and are wrong where adding one is refused. */
export const oneByOne = <Input>(
  insert: (input: Input, change: Change, caller: Caller<Account>) => Promise<unknown>,
): ImportedRows<Input, () => Promise<unknown>> => ({
  plan: async (given, _, change, caller) => () => insert(given as Input, change, caller),
  write: async (plans) => {
    for (const add of plans) await add();
  },
});

/** Lines in one file. */
const mostLines = 50_000;

/** Lines that are carried out while the caller waits for the answer: some seconds. */
const mostAtOnce = 2000;

/** Refused lines in a report: more are mended by their pattern, not one by one. */
const mostTold = 1000;

interface ImportInput {
  readonly mode: ImportMode;
  readonly existing?: ImportExisting;
}
/** What bringing in rows takes. */
export interface ImportServices {
  readonly routes: Routes;
  readonly imports: ImportJobs;
}

type CarryOut = (work: (change: Change) => Promise<ImportReport>) => Promise<ImportReport>;

/**
 * Brings in rows from a file. Every line is really carried out, in one transaction; so the report knows all that the
 * database would refuse. The transaction is kept or rolled back as the mode says.
 */
export function serveImport<Add extends Call<Type.TObject>, Plan>(
  { routes, imports: jobs }: ImportServices,
  spec: Import<Add, Plan>,
): void {
  routes.changeInTime(spec.call, (async (
    { mode, existing = 'refuse' }: ImportInput,
    caller: Caller<Account> & Uploaded,
    carryOut: CarryOut,
  ) => {
    if (existing === 'update' && !mayUpdate(spec, caller)) throw noAccess();
    const { titles, lines } = await readTable(caller.file.path, mostLines, overSignal(caller.reply));
    const columns = columnsOf(spec, titles);
    requireColumns(spec, columns, existing);
    const ignored_columns = titles.filter((title, index) => columns[index] === undefined && title !== '');
    const work = (done: Progress) =>
      carryOut(async (change) => {
        const entries = await entriesOf(spec, columns, lines);
        await carryOutLines({ spec, change, caller, existing }, entries, done);
        const figures = figuresOf(entries, mode);
        if (figures.written === 0) change.undo();
        return { ...figures, ignored_columns, refused: refusedLines(entries, caller.language) };
      });
    if (lines.length <= mostAtOnce) return work(() => {});
    const job = await jobs.start(caller.account.id, lines.length, work);
    return { job, ...figuresOf([], mode), total: lines.length, ignored_columns, refused: [] } satisfies ImportReport;
  }) as never);
}

const mayUpdate = ({ update }: { update?: Call }, { account }: Caller<Account>): boolean =>
  update !== undefined && typeof update.access === 'object' && holds(account, update.access);

function figuresOf(entries: readonly Entry[], mode: ImportMode) {
  const count = (wanted: Entry['outcome']) => entries.filter(({ outcome }) => outcome === wanted).length;
  const [added, updated, unchanged] = [count('added'), count('updated'), count('unchanged')];
  const [total, good] = [entries.length, added + updated + unchanged];
  const kept = mode === 'good' || (mode === 'all' && good === total);
  return { total, good, added, updated, unchanged, written: kept ? added + updated : 0 };
}

const refusedLines = (entries: readonly Entry[], language: Language): ImportReport['refused'] =>
  entries
    .filter(({ outcome }) => outcome === 'refused')
    .slice(0, mostTold)
    .map(({ line, problems }) => ({
      line: line.line,
      content: line.cells.join(', ').slice(0, 500),
      problems: problems.map(({ path, reason, params }) => ({
        path,
        reason,
        message: text(language, `problem.${reason}`, params),
      })),
    }));
