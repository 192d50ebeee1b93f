import {
  type Task,
  task,
  taskDetail,
  taskOriginal,
  taskRefusals,
  taskResume,
  taskStop,
} from '@suyuan/contract/plant/task.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Failure, failureText } from '#platform/jobs/failure.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Language } from '#platform/language.ts';
import { mediaTypes } from '#platform/lists/export.ts';
import { containing } from '#platform/lists/list.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { refusalFile } from './refusal-file.ts';

/** 任务管理: serves the jobs of all modules, each for the person who started it; an administrator sees all. */
export default function serveTasks(services: Services): void {
  const { routes, system, jobs, answers, timeZone } = services;
  const { sql } = system.ownWork;

  routes.serve(task.page, async ({ page = 1, size = 20, sort, state, screen, keyword }, { account, language }) => {
    const condition = sql`${ownJobs(sql, account)} and ${state ? sql`j.state = ${state}` : sql`true`}
      and ${screen ? sql`j.menu_key = ${screen}` : sql`true`}
      and ${keyword?.trim() ? sql`j.source_name ilike ${containing(keyword.trim())}` : sql`true`}`;
    const [rows, [count]] = await Promise.all([
      sql<JobRow[]>`
        ${jobsOf(sql)} where ${condition}
        order by ${sort === 'created_at' ? sql`j.created_at, j.id` : sql`j.created_at desc, j.id desc`}
        limit ${size} offset ${(page - 1) * size}`,
      sql<{ total: number }[]>`select count(*) as total from job j where ${condition}`,
    ]);
    return { rows: rows.map((row) => taskOf(jobs, row, language)), total: count?.total ?? 0 };
  });

  routes.serve(taskDetail, async ({ job }, { account, language }) =>
    taskOf(jobs, await jobOf(sql, account, job), language),
  );

  routes.serve(taskStop, async ({ job }, { account }) => {
    await jobOf(sql, account, job);
    await jobs.stop(job);
    return null;
  });

  routes.serve(taskResume, async ({ job }, { account }) => {
    await jobOf(sql, account, job);
    if (!(await jobs.resume(job))) throw conflict('job_not_resumable');
    return null;
  });

  routes.serve(taskRefusals, async ({ job }, caller) => {
    const row = await jobOf(sql, caller.account, job);
    const { source_name, kept_bytes: size } = row;
    await sendFile(caller, { name: `${source_name ?? job}.refused.csv`, type: mediaTypes.csv, kept: size }, () =>
      refusalFile(services, row, { language: caller.language, timeZone: timeZone() }),
    );
  });

  routes.serve(taskOriginal, async ({ job }, caller) => {
    const { source_name, kept_bytes: size } = await jobOf(sql, caller.account, job);
    const file = { name: source_name ?? job, type: 'application/octet-stream', kept: size };
    await sendFile(caller, file, () => jobs.file(job, 'original'));
  });

  async function sendFile(
    caller: Caller<Account>,
    { name, type, kept: size }: { readonly name: string; readonly type: string; readonly kept: number },
    bytes: () => AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if (size === 0) throw conflict('job_files_dropped');
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
    await answers.send(caller, { type, disposition }, bytes);
  }
}

interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly input: object;
  readonly source_name: string | null;
  readonly state: Task['state'];
  readonly rows: number | null;
  readonly done: number;
  readonly accepted: number;
  readonly refused: number;
  readonly short: number | null;
  readonly not_put_back: number | null;
  readonly known: number | null;
  readonly kept_bytes: number;
  readonly failure: Failure | null;
  readonly by: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  /** How long the current run has taken, and how much it has done since it began. */
  readonly seconds: number | null;
  readonly done_since: number;
}

const jobsOf = (sql: Connection) => sql`
  select j.id, j.kind, j.source_name, j.state, j.rows, j.done, j.accepted, j.refused,
    j.input, j.result -> 'short' as short, j.result -> 'known' as known, j.result -> 'not_put_back' as not_put_back, j.kept_bytes, j.failure,
    a.name as by, j.created_at, j.ended_at,
    extract(epoch from coalesce(j.ended_at, now()) - j.run_began_at)::float8 as seconds, j.done - j.run_began_done as done_since
  from job j join account a on a.id = j.account_id`;

const ownJobs = (sql: Connection, { administrator, id }: Account) =>
  administrator ? sql`true` : sql`j.account_id = ${id}`;

async function jobOf(sql: Connection, account: Account, id: string): Promise<JobRow> {
  const [row] = await sql<JobRow[]>`${jobsOf(sql)} where j.id = ${id} and ${ownJobs(sql, account)}`;
  if (!row) throw notFound('job');
  return row;
}

function taskOf(
  jobs: Pick<Jobs, 'isResumable' | 'takesBack'>,
  { seconds, done_since, failure, ...row }: JobRow,
  language: Language,
): Task {
  const pace = row.state === 'running' && done_since > 0 && seconds && seconds > 1 ? done_since / seconds : null;
  return {
    id: row.id,
    kind: row.kind,
    source: row.source_name,
    state: row.state,
    resumable: jobs.isResumable(row),
    takes_back: jobs.takesBack(row.kind),
    rows: row.rows,
    done: row.done,
    accepted: row.accepted,
    refused: row.refused,
    short: row.short,
    not_put_back: row.not_put_back,
    known: row.known,
    rows_per_second: pace === null ? null : Math.round(pace),
    seconds_left: pace && row.rows !== null ? Math.ceil((row.rows - row.done) / pace) : null,
    problem: failure && failureText(language, failure),
    by: row.by,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
