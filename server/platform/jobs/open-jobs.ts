import type { Connection } from '../database/database.ts';

export interface OpenJobs {
  readonly state: 'waiting' | 'running';
  readonly jobs: number;
  /** When the oldest of them was started; null if there is none. */
  readonly oldest: Date | null;
}

/** How many jobs wait and run. */
export async function openJobs(sql: Connection): Promise<readonly OpenJobs[]> {
  const rows = await sql<OpenJobs[]>`
    select state, count(*)::int as jobs, min(created_at) as oldest from job
    where state in ('waiting', 'running') group by state`;
  return (['waiting', 'running'] as const).map(
    (state) => rows.find((one) => one.state === state) ?? { state, jobs: 0, oldest: null },
  );
}
