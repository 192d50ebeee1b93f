import { epcisNamespace } from '#epcis/xml/xml-names.ts';
import { element, textElement } from '#epcis/xml/xml-text.ts';
import type { Connection } from '#platform/database/database.ts';
import { type ProblemBody, problemElements } from '../problem/epcis-exception.ts';

/** A capture job as EPCIS tells of it (EPCIS 2.0, section 12.6.2). */
export interface CaptureJob {
  readonly captureID: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
  readonly running: boolean;
  readonly success: boolean;
  readonly captureErrorBehaviour: 'rollback' | 'proceed';
  readonly errors: readonly ProblemBody[];
}

interface JobRow {
  readonly id: string;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly success: boolean;
  readonly error_behaviour: 'rollback' | 'proceed';
  readonly errors: ProblemBody[];
}

const jobOf = ({ id, created_at, finished_at, success, error_behaviour, errors }: JobRow): CaptureJob => ({
  captureID: id,
  createdAt: created_at.toISOString(),
  ...(finished_at ? { finishedAt: finished_at.toISOString() } : {}),
  running: finished_at === null,
  success,
  captureErrorBehaviour: error_behaviour,
  errors,
});

/** A job; undefined if there is none, or not of this account. */
export async function captureJob(
  sql: Connection,
  id: string,
  onlyOf: number | undefined,
): Promise<CaptureJob | undefined> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return undefined;
  const [row] = await sql<JobRow[]>`
    select id, created_at, finished_at, success, error_behaviour, errors from epcis_capture
    where id = ${id}::uuid ${onlyOf === undefined ? sql`` : sql`and account_id = ${onlyOf}`}`;
  return row && jobOf(row);
}

/** The latest jobs, newest first. */
export async function captureJobs(
  sql: Connection,
  { onlyOf, most, skip }: { readonly onlyOf: number | undefined; readonly most: number; readonly skip: number },
): Promise<CaptureJob[]> {
  const rows = await sql<JobRow[]>`
    select id, created_at, finished_at, success, error_behaviour, errors from epcis_capture
    ${onlyOf === undefined ? sql`` : sql`where account_id = ${onlyOf}`}
    order by created_at desc, id limit ${most} offset ${skip}`;
  return rows.map(jobOf);
}

/** A job in XML; its errors only if there are any, as the schema wants. */
export const jobXml = (job: CaptureJob): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'epcis:EPCISCaptureJob',
    [
      ['xmlns:epcis', epcisNamespace],
      ['captureID', job.captureID],
      ['running', String(job.running)],
      ['success', String(job.success)],
    ],
    [
      textElement('captureErrorBehaviour', job.captureErrorBehaviour),
      textElement('createdAt', job.createdAt),
      job.finishedAt === undefined ? '' : textElement('finishedAt', job.finishedAt),
      job.errors.length === 0
        ? ''
        : element('errors', [], job.errors.map((error) => element('error', [], problemElements(error))).join('')),
    ].join(''),
  )}`;
