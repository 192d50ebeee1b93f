import type { FileLanguage } from '@suyuan/contract/languages.ts';
import type { ImportExisting, ImportMode, ImportReport } from '@suyuan/contract/thing/list.ts';
import type { Change } from '../audit/audit-log.ts';
import { holds, type Principal } from '../caller.ts';
import { noAccess } from '../refusal.ts';
import { type Column, columnsOf, requireColumns } from './lines/columns.ts';
import type { AnyImport } from './lines/import-rules.ts';
import type { Planned, Watcher, Work } from './lines/lines.ts';
import { entriesOf, groupsOf, importGroup } from './lines/lines.ts';
import { figuresOf, outcomesOf, refusedLines, reportedOf, type Titled } from './lines/report.ts';
import { readTable, type TableLine } from './lines/table-file.ts';

/** The most lines in a file. */
const maxLines = 50_000;

/** The options of an import. */
export interface ImportWish {
  readonly mode: ImportMode;
  readonly existing?: ImportExisting;
  readonly written_in?: FileLanguage;
}
export type InTransaction = <Answer>(work: (change: Change) => Promise<Answer>) => Promise<Answer>;

/** A parsed file that has the required columns. */
export interface ImportedFile {
  readonly columns: readonly (Column | undefined)[];
  readonly lines: readonly TableLine[];
  /** The part of the report about its columns. */
  readonly titled: Titled;
}

/** Throws 403 if lines may update rows and the person lacks that permission. */
export function requireRightToUpdate({ update }: AnyImport, { existing }: ImportWish, { account }: Principal): void {
  if (existing !== 'update') return;
  if (update === undefined || typeof update.access !== 'object' || !holds(account, update.access)) throw noAccess();
}

export async function readImport(
  spec: AnyImport,
  { existing = 'refuse' }: ImportWish,
  path: string,
  signal: AbortSignal,
): Promise<ImportedFile> {
  const { titles, lines } = await readTable(path, maxLines, signal);
  const columns = columnsOf(spec, titles);
  requireColumns(spec, columns, existing);
  const ignored_columns = titles.filter((title, index) => columns[index] === undefined && title !== '');
  return { columns, lines, titled: { titles, ignored_columns } };
}

/** Imports all lines in one transaction, which is committed or rolled back according to the mode. */
export function importAtOnce(
  spec: AnyImport,
  { mode, existing = 'refuse', written_in }: ImportWish,
  { columns, lines, titled }: ImportedFile,
  caller: Principal,
  inTransaction: (work: (change: Change) => Promise<ImportReport>) => Promise<ImportReport>,
  follow: Following = {},
): Promise<ImportReport> {
  return inTransaction(async (change) => {
    const entries = await entriesOf(spec, columns, lines, written_in);
    const groups = groupsOf(spec, entries);
    const preview = new Preview();
    const work = { spec, change, caller, existing, ...(mode === 'dry' ? { preview } : {}) };
    let count = 0;
    for (const group of groups) {
      await importGroup(work, group);
      count += group.length;
      follow.progress?.({ done: count });
    }
    const figures = figuresOf(outcomesOf(entries), entries.length, mode);
    const { changes } = preview;
    const refused = refusedLines(entries, caller.language, spec.list);
    const report = { ...figures, ...titled, refused: reportedOf(refused), changes };
    if (figures.written === 0) change.undo();
    await follow.ended?.(figures.written === 0 ? undefined : change, report, refused);
    return report;
  });
}

/** Callbacks during an import. */
interface Following {
  readonly progress?: (progress: { done: number }) => void;
  /** Called in the transaction if it will be committed, else without one; `refused` are all refused lines. */
  readonly ended?: (
    change: Change | undefined,
    report: ImportReport,
    refused: ImportReport['refused'],
  ) => Promise<void>;
}

/** The most rows whose changes are shown; people check more by their pattern. */
const maxShown = 100;

/** Records the first updated rows as the list shows them before and after. */
class Preview implements Watcher {
  readonly changes: ImportReport['changes'][number][] = [];

  /** Reads rows that are about to be updated, and resolves to a function that reads them again. */
  async begin({ spec, change, caller }: Work, plans: readonly Planned[]): Promise<() => Promise<void>> {
    const { show } = spec.rows;
    const room = maxShown - this.changes.length;
    const previews = plans.flatMap(({ entry, row }) => (row ? [{ entry, id: row.id as number }] : [])).slice(0, room);
    if (!show || previews.length === 0) return async () => undefined;
    const look = () =>
      show(
        previews.map(({ id }) => id),
        change,
        caller,
      );
    const before = await look();
    return async () => {
      const after = await look();
      for (const { entry, id } of previews) {
        if (entry.outcome !== 'updated') continue;
        const rows = { before: { ...before.get(id) }, after: { ...after.get(id) } };
        this.changes.push({ line: entry.line.line, ...rows });
      }
    };
  }
}
