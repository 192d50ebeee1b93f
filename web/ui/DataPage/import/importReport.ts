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
    const { state, total, done, report } = await call(importProgress, { job: answer.job }, { silent: true });
    if (report) return report;
    if (state === 'broken') throw brokenOff();
    tell(Math.floor((done / total) * 100));
    await pause();
  }
}

function brokenOff(): ApiError {
  const message = translate('import.broken');
  notify.error(message);
  return new ApiError(0, 0, message);
}
