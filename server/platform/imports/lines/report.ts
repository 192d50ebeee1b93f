import type { ImportMode, ImportReport } from '../../../../contract/thing/list.ts';
import { type Language, text } from '../../language.ts';
import type { Entry } from './lines.ts';

/** What a report tells of the columns of a file. */
export type Titled = Pick<ImportReport, 'titles' | 'ignored_columns'>;

/** Refused lines in a report, and the characters in them: more are mended by their pattern, not one by one. */
const mostTold = 1000;
const mostText = 1_000_000;

type Refused = ImportReport['refused'];

/** The first refused lines, whole, as many as a report tells. */
export function toldOf(refused: Refused): Refused {
  let text = 0;
  const end = refused.findIndex(({ cells }, index) => {
    text += cells.join('').length;
    return index === mostTold || text > mostText;
  });
  return end < 0 ? refused : refused.slice(0, end);
}

/** What came of lines that may be written. */
export interface Outcomes {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
}

export const outcomesOf = (entries: readonly Entry[]): Outcomes => {
  const count = (wanted: Entry['outcome']) => entries.filter(({ outcome }) => outcome === wanted).length;
  return { added: count('added'), updated: count('updated'), unchanged: count('unchanged') };
};

/** The figures of a report: what is written is what the mode says. */
export function figuresOf({ added, updated, unchanged }: Outcomes, total: number, mode: ImportMode) {
  const good = added + updated + unchanged;
  const isKept = mode === 'good' || (mode === 'all' && good === total);
  return { total, good, added, updated, unchanged, written: isKept ? added + updated : 0 };
}

/** The refused lines, with what is wrong with them in words. */
export const refusedLines = (entries: readonly Entry[], language: Language): Refused =>
  entries
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ line, problems }) => ({
      line: line.line,
      cells: [...line.cells],
      problems: problems.map(({ path, reason, params }) => ({
        path,
        reason,
        // What speaks of no field is why such a call is refused as a whole.
        message: text(language, path === '' ? `refusal.${reason}` : `problem.${reason}`, params),
      })),
    }));
