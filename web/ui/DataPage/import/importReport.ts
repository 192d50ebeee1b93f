import { type ImportReport, importProgress } from '@suyuan/contract/thing/list.ts';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { translate } from '#core/i18n/i18n.ts';
import { notify } from '#core/notices/notices.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));

/** The report of an import. For a long file, polls the job until it ends; `tell` gets the percentage meanwhile. */
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

/** The error for an import that the person has stopped; a notice says that earlier lines were kept. */
function stopped(): ApiError {
  const message = translate('import.stopped');
  notify.info(message);
  return new ApiError(0, 0, message);
}

function brokenOff(message: string): ApiError {
  notify.error(message);
  return new ApiError(0, 0, message);
}
