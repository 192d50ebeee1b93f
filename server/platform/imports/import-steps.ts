import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import type { Principal } from '../caller.ts';
import type { JobEnd, JobUnderWay, StepWriter } from '../jobs/define-job.ts';
import type { ImportedFile, ImportWish, InTransaction } from './import-file.ts';
import type { AnyImport } from './lines/import-rules.ts';
import { type Entry, entriesOf, groupsOf, importGroup } from './lines/lines.ts';
import { figuresOf, type Outcomes, outcomesOf, refusedLines, reportedOf } from './lines/report.ts';

/** An import of a file, on behalf of somebody. */
export interface Imported {
  readonly spec: AnyImport;
  readonly wish: ImportWish;
  readonly file: ImportedFile;
  readonly caller: Principal;
  readonly inTransaction: InTransaction;
  /** Writes the cursor of a step that changes no rows. */
  readonly beside: StepWriter;
}

/** Groups of lines per step, which is one change with one record and takes some seconds. */
const groupsOfStep = 20;

/** The progress of an import. Groups depend on the file alone, so every run counts the same ones. */
interface Cursor extends Outcomes {
  readonly groups: number;
  readonly refused: number;
  readonly refusals: ImportReport['refused'];
}

const beginning: Cursor = { groups: 0, added: 0, updated: 0, unchanged: 0, refused: 0, refusals: [] };

const accepted = ({ added, updated, unchanged }: Outcomes): number => added + updated + unchanged;

/** Imports the valid lines step by step, and resumes after the last committed step. */
export async function importInSteps(imported: Imported, job: JobUnderWay): Promise<JobEnd> {
  const { spec, file, wish } = imported;
  const entries = await entriesOf(spec, file.columns, file.lines, wish.written_in);
  const groups = groupsOf(spec, entries);
  const reportAt = (cursor: Cursor): ImportReport => ({
    ...figuresOf(cursor, entries.length, wish.mode),
    ...file.titled,
    refused: cursor.refusals.toSorted((one, other) => one.line - other.line),
    changes: [],
  });
  const countsAt = (cursor: Cursor) => ({ accepted: accepted(cursor), refused: cursor.refused });
  const endAt = (cursor: Cursor): JobEnd => ({ ...countsAt(cursor), result: reportAt(cursor) });
  let at = (job.cursor as Cursor | undefined) ?? beginning;
  while (at.groups < groups.length) {
    const step = groups.slice(at.groups, at.groups + groupsOfStep);
    const isLast = at.groups + step.length === groups.length;
    const commit = (writer: StepWriter, cursor: Cursor) =>
      isLast ? job.end(writer, endAt(cursor)) : job.step(writer, cursor, countsAt(cursor));
    at = await importStep(imported, job, { groups: step, at, commit });
  }
  return endAt(at);
}

interface Step {
  readonly groups: readonly Entry[][];
  readonly at: Cursor;
  readonly commit: (writer: StepWriter, cursor: Cursor) => Promise<void>;
}

/** Imports some groups in one change. If no rows change, it is undone and leaves no record. */
async function importStep(
  { spec, wish: { existing = 'refuse' }, caller, inTransaction, beside }: Imported,
  job: JobUnderWay,
  { groups, at, commit }: Step,
): Promise<Cursor> {
  const keep = async (writer: StepWriter, next: Cursor) => {
    await job.refuse(writer, next.groups, refusedLines(groups.flat(), caller.language, spec.list));
    await commit(writer, next);
  };
  const { next, isChange } = await inTransaction(async (change) => {
    let count = accepted(at) + at.refused;
    for (const group of groups) {
      await importGroup({ spec, change, caller, existing }, group);
      count += group.length;
      job.progress({ done: count });
    }
    const next = after(at, groups, caller, spec.list);
    const isChange = next.added + next.updated > at.added + at.updated;
    if (isChange) await keep(change.system, next);
    else change.undo();
    return { next, isChange };
  });
  if (!isChange) await keep(beside, next);
  return next;
}

function after(at: Cursor, groups: readonly Entry[][], { language }: Principal, list: string): Cursor {
  const entries = groups.flat();
  const { added, updated, unchanged } = outcomesOf(entries);
  return {
    groups: at.groups + groups.length,
    added: at.added + added,
    updated: at.updated + updated,
    unchanged: at.unchanged + unchanged,
    refused: at.refused + entries.length - added - updated - unchanged,
    refusals: reportedOf([...at.refusals, ...refusedLines(entries, language, list)]),
  };
}
