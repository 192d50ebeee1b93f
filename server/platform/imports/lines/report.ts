import type { ImportMode, ImportReport } from '@suyuan/contract/thing/list.ts';
import { type Language, problemText, text } from '../../language.ts';
import type { Problem } from '../../refusal.ts';
import type { Entry } from './lines.ts';

/** The part of a report about the columns of a file. */
export type Titled = Pick<ImportReport, 'titles' | 'ignored_columns'>;

/** The most refused lines in a report, and characters in them; people correct more by their pattern. */
const maxReported = 1000;
const maxText = 1_000_000;

type Refused = ImportReport['refused'];

/** The first refused lines, as many as fit into a report. */
export function reportedOf(refused: Refused): Refused {
  let text = 0;
  const end = refused.findIndex(({ cells }, index) => {
    text += cells.join('').length;
    return index === maxReported || text > maxText;
  });
  return end < 0 ? refused : refused.slice(0, end);
}

/** The number of valid lines by outcome. */
export interface Outcomes {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

export const outcomesOf = (entries: readonly Entry[]): Outcomes => {
  const count = (kind: Entry['outcome']) => entries.filter(({ outcome }) => outcome === kind).length;
  return { added: count('added'), updated: count('updated'), unchanged: count('unchanged') };
};

/** The figures of a report. Whether rows are written depends on the mode. */
export function figuresOf({ added, updated, unchanged }: Outcomes, total: number, mode: ImportMode) {
  const good = added + updated + unchanged;
  const isKept = mode === 'good' || (mode === 'all' && good === total);
  return { total, good, added, updated, unchanged, written: isKept ? added + updated : 0 };
}

/** The refused lines, with their problems as text. */
export const refusedLines = (entries: readonly Entry[], language: Language, list: string): Refused =>
  entries
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ line, problems }) => ({
      line: line.line,
      cells: [...line.cells],
      problems: problemsInWords(problems, language, list),
    }));

export const problemsInWords = (problems: readonly Problem[], language: Language, list: string) =>
  problems.map((problem) => ({
    path: problem.path,
    reason: problem.reason,
    // A problem without a field has a text of its own, that of refused calls.
    message:
      problem.path === ''
        ? text(language, `refusal.${problem.reason}`, problem.params)
        : problemText(language, problem, { list }),
  }));
