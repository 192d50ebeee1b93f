import { useState } from 'react';
import type { Call } from '../../../../contract/call/call.ts';
import type { ImportMode, ImportReport } from '../../../../contract/thing/list.ts';
import { call } from '../../../core/api/call.ts';
import type { ListSpec } from '../fields.ts';
import { importReport } from './importReport.ts';

/** Sends a file to be checked or written, and keeps what came of it. */
export function useImport(spec: ListSpec) {
  const [report, setReport] = useState<ImportReport>();
  const [busy, setBusy] = useState(false);
  /** How far a long file is. */
  const [percent, setPercent] = useState<number>();

  const send = async (chosen: File, mode: ImportMode, updating: boolean) => {
    setBusy(true);
    try {
      const wish = { mode, ...(updating ? { existing: 'update' } : {}) };
      const answer = await call(spec.import as Call, wish, { file: chosen, timeoutMs: 120_000 });
      const done = await importReport(answer as ImportReport, setPercent);
      setReport(done);
      return done;
    } catch {
      setReport(undefined);
      return undefined;
    } finally {
      setPercent(undefined);
      setBusy(false);
    }
  };
  return { report, busy, percent, send, forget: () => setReport(undefined) };
}
