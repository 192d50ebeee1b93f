import { type ImportReport, importProgress } from '../../../../contract/thing/list.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';
import { translate } from '../../../core/i18n/i18n.ts';
import { notify } from '../../../core/notices/notices.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));

/** The report of an import. Of a long file it comes after a while, in which the percentage of its lines is told. */
export async function importReport(answer: ImportReport, tell: (percent: number) => void): Promise<ImportReport> {
  if (answer.job === undefined) return answer;
  for (;;) {
    const { state, total, done, report, problem } = await call(importProgress, { job: answer.job }, { silent: true });
    if (report) return report;
    if (state === 'stopped') throw stopped();
    if (state === 'broken') throw brokenOff(problem ?? '');
    tell(Math.floor((done / Math.max(total, 1)) * 100));
    await pause();
  }
}

/** The person asked for it: they are told what became of the lines before. */
function stopped(): ApiError {
  const message = translate('import.stopped');
  notify.info(message);
  return new ApiError(0, 0, message);
}

function brokenOff(message: string): ApiError {
  notify.error(message);
  return new ApiError(0, 0, message);
}
