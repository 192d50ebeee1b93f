import type { Report, ReportAnswer } from '@suyuan/contract/thing/report.ts';

/**
 * The figures of a report that an answer contains. A share is contained if its whole is, even if that is 0; bounds are shown
 * with their share.
 */
export const toldFigures = ({ declares }: Report, { total }: Pick<ReportAnswer, 'total'>): string[] =>
  Object.entries(declares).flatMap(([name, figure]) => {
    const of = figure.kind === 'share' ? figure.whole : name;
    return figure.kind !== 'bound' && total[of] !== null ? [name] : [];
  });
