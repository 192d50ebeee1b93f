import type { Call } from '@suyuan/contract/call/call.ts';
import type { FileLanguage } from '@suyuan/contract/languages.ts';
import { type ImportMode, type ImportReport, importProgress } from '@suyuan/contract/thing/list.ts';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { translate } from '#core/i18n/i18n.ts';
import { notify } from '#core/notices/notices.ts';
import type { ListSpec } from '../fields.ts';

/** What the person chooses for a file. */
export interface ImportChoices {
  /** Lines whose row exists change it. */
  readonly updating: boolean;
  /** The language of its numbers and days. */
  readonly writtenIn?: FileLanguage | undefined;
}

/**
 * Sends a file for a dry run or an import and holds the report. `onPart` is called if it breaks off after rows may have been
 * written.
 */
export function useImport(spec: ListSpec, onPart: () => void) {
  const [report, setReport] = useState<ImportReport>();
  const [busy, setBusy] = useState(false);
  /** The job of a long file, and its progress. */
  const [job, setJob] = useState<string>();
  const [percent, setPercent] = useState(0);

  const send = async (file: File, mode: ImportMode, { updating, writtenIn }: ImportChoices) => {
    setBusy(true);
    try {
      const wish = { mode, ...(updating && { existing: 'update' }), ...(writtenIn && { written_in: writtenIn }) };
      const answer = (await call(spec.import as Call, wish, { file, timeoutMs: 120_000 })) as ImportReport;
      setPercent(0);
      setJob(answer.job);
      const report = await importReport(answer, setPercent);
      setReport(report);
      return report;
    } catch {
      setReport(undefined);
      if (mode === 'good') onPart();
      return undefined;
    } finally {
      setJob(undefined);
      setBusy(false);
    }
  };
  return { report, busy, job, percent, send, forget: () => setReport(undefined) };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));

/** The report of an import. For a long file, polls the job until it ends; `tell` gets the percentage meanwhile. */
async function importReport(answer: ImportReport, onProgress: (percent: number) => void): Promise<ImportReport> {
  if (answer.job === undefined) return answer;
  for (;;) {
    const { state, total, done, report, problem } = await call(importProgress, { job: answer.job }, { silent: true });
    if (report) return report;
    if (state === 'stopped') throw stopped();
    if (state === 'broken') throw brokenOff(problem ?? '');
    onProgress(Math.floor((done / Math.max(total, 1)) * 100));
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
