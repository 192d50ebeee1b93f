import Type from 'typebox';
import type { OutputOf } from '../../../contract/call/call.ts';
import {
  type ImportReport,
  importExisting,
  importModes,
  importProgress,
  importStop,
} from '../../../contract/thing/list.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Account, Caller } from '../caller.ts';
import type { Database } from '../database/database.ts';
import { defineJob, type JobInput, type JobOwner, type JobUnderWay } from '../jobs/define-job.ts';
import { failureText } from '../jobs/failure.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Language } from '../language.ts';
import { fileTooLarge, notFound } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';
import type { Uploaded } from '../spool/file-upload.ts';
import type { Spool } from '../spool/spool.ts';
import { type CarryOut, type ImportWish, importAtOnce, readImport, requireRightToUpdate } from './import-file.ts';
import { type Imported, importInSteps } from './import-steps.ts';
import type { AnyImport } from './lines/import-rules.ts';

const listImport = defineJob({
  name: 'list-import',
  input: Type.Object({
    call: Type.String(),
    mode: Type.Enum([...importModes]),
    existing: Type.Enum([...importExisting]),
  }),
  // One at a time per server, because the file is held in memory.
  atOnce: { onEach: 1 },
});

interface Parts {
  readonly jobs: Jobs;
  readonly routes: Routes;
  readonly audit: AuditLog;
  readonly spool: Spool;
  readonly database: Database;
}

/** Imports long files as background jobs on any server, on behalf of their sender, with the sender's rights at that time. */
export class ImportJobs {
  readonly #parts: Parts;
  readonly #specs = new Map<string, AnyImport>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.jobs.serve(listImport, { run: (input, job, by) => this.#run(input, job, by) });
  }

  /** Registers a list for imports. */
  add(spec: AnyImport): void {
    this.#specs.set(spec.call.path, spec);
  }

  /** Stores the file and creates the job; resolves to the job's id. */
  async start(
    spec: AnyImport,
    { mode, existing = 'refuse' }: ImportWish,
    { account, ip, language, file }: Caller<Account> & Uploaded,
    rows: number,
  ): Promise<string> {
    const { jobs, database } = this.#parts;
    const job = {
      input: { call: spec.call.path, mode, existing },
      menu: spec.list,
      source: { name: file.name, bytes: file.read() },
      ...{ accountId: account.id, ip, language, rows },
    };
    return (await database.sql.begin((transaction) => jobs.start(listImport, job, transaction))) as string;
  }

  async #run(wish: JobInput<typeof listImport>, job: JobUnderWay, by: JobOwner): Promise<ImportReport> {
    const { routes, audit, database } = this.#parts;
    const spec = this.#specs.get(wish.call);
    if (!spec) throw new Error(`${wish.call} brings in no rows`);
    const caller = await routes.principal(spec.call, by.accountId, { ip: by.ip, language: by.language as Language });
    requireRightToUpdate(spec, wish, caller);
    const file = await this.#read(spec, wish, job);
    const { mode, existing } = wish;
    const carryOut: CarryOut = (work) => audit.carryOut(spec.call, { mode, existing }, caller, work);
    const imported: Imported = { spec, wish, file, caller, carryOut, beside: database.db };
    if (mode === 'good') return importInSteps(imported, job);
    // All or nothing is a single step.
    const report = await importAtOnce(spec, wish, file, caller, carryOut, {
      progress: (progress) => job.progress(progress),
      written: (change, whole) => job.end(change.system, whole),
    });
    await job.refuse(database.db, 0, report.refused);
    return report;
  }

  /** Reads the file, which is on this server's disk meanwhile. */
  async #read(spec: AnyImport, wish: ImportWish, job: JobUnderWay) {
    const spooled = await this.#parts.spool
      .fill(job.original(), { unwanted: job.signal, tooLarge: fileTooLarge })
      .catch((error) => {
        job.signal.throwIfAborted();
        throw error;
      });
    try {
      return await readImport(spec, wish, spooled.path, job.signal);
    } finally {
      await spooled.discard();
    }
  }
}

/** Serves the progress of people's own imports, and stopping them. */
export function serveImportJobs(routes: Routes, jobs: Jobs): void {
  routes.serve(importProgress, async ({ job }, { account, language }): Promise<OutputOf<typeof importProgress>> => {
    const found = await jobs.find(job, account.id);
    // Jobs of other kinds have reports of other forms.
    if (found?.kind !== listImport.name) throw notFound('import');
    const { state, rows, done, result, failure } = found;
    return {
      state,
      total: rows ?? 0,
      done: state === 'done' ? (rows ?? done) : done,
      report: result as ImportReport | null,
      problem: failure && failureText(language, failure),
    };
  });

  routes.change(importStop, async ({ job }, { account }, change) => {
    if ((await jobs.find(job, account.id))?.kind !== listImport.name) throw notFound('import');
    change.afterwards(() => jobs.stop(job));
    return null;
  });
}
