import type { ImportMode, ImportReport } from '../../../contract/thing/list.ts';
import { type Language, text } from '../language.ts';
import type { Entry } from './lines.ts';

/** Refused lines in a report: more are mended by their pattern, not one by one. */
export const mostTold = 1000;

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

/** The first refused lines, with what is wrong with them in words. */
export const refusedLines = (entries: readonly Entry[], language: Language, most = mostTold): ImportReport['refused'] =>
  entries
    .filter(({ outcome }) => outcome === 'refused')
    .slice(0, most)
    .map(({ line, problems }) => ({
      line: line.line,
      content: line.cells.join(', ').slice(0, 500),
      problems: problems.map(({ path, reason, params }) => ({
        path,
        reason,
        message: text(language, `problem.${reason}`, params),
      })),
    }));
