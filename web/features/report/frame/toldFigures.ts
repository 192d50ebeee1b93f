import type { Report, ReportAnswer } from '../../../../contract/thing/report.ts';

/**
 * The figures of a report that an answer tells. A share is told where its whole is, also of none; what it may be at least or
 * at most stands with it.
 */
export const toldFigures = ({ declares }: Report, { total }: Pick<ReportAnswer, 'total'>): string[] =>
  Object.entries(declares).flatMap(([name, figure]) => {
    const of = figure.kind === 'share' ? figure.whole : name;
    return figure.kind !== 'bound' && total[of] !== null ? [name] : [];
  });
