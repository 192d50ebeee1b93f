import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { fileLanguages } from '@suyuan/contract/languages.ts';
import {
  type ImportReport,
  importExisting,
  importModes,
  importProgress,
  importStop,
} from '@suyuan/contract/thing/list.ts';
import Type from 'typebox';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Account, Caller, Principal } from '../caller.ts';
import type { Database } from '../database/database.ts';
import { defineJob, type JobEnd, type JobInput, type JobUnderWay } from '../jobs/define-job.ts';
import { failureText } from '../jobs/failure.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { fileTooLarge, notFound } from '../refusal.ts';
import type { Routes } from '../serve/routes.ts';
import type { Uploaded } from '../spool/file-upload.ts';
import type { Spool } from '../spool/spool.ts';
import { type ImportWish, type InTransaction, importAtOnce, readImport, requireRightToUpdate } from './import-file.ts';
import { type Imported, importInSteps } from './import-steps.ts';
import type { AnyImport } from './lines/import-rules.ts';

const listImport = defineJob({
  name: 'list-import',
  input: Type.Object({
    call: Type.String(),
    mode: Type.Enum([...importModes]),
    existing: Type.Enum([...importExisting]),
    written_in: Type.Optional(Type.Enum([...fileLanguages])),
  }),
  // One at a time per server, because the file is held in memory.
  atOnce: { onEach: 1 },
});

/** The dry run of an import, which nobody is told of as if something were done. */
const importCheck = defineJob({ ...listImport, name: 'import-check', quiet: true });

const isImport = (kind: string): boolean => kind === listImport.name || kind === importCheck.name;

/** Refused lines in a piece of the file of refusals. */
const refusedTogether = 1000;

interface Parts {
  readonly jobs: Jobs;
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
    for (const kind of [listImport, importCheck])
      parts.jobs.serve(kind, {
        rights: ({ call }) => [this.#spec(call).call],
        run: (input, job, by) => this.#run(input, job, by),
      });
  }

  /** Registers a list for imports. */
  add(spec: AnyImport): void {
    this.#specs.set(spec.call.path, spec);
  }

  /** Stores the file and creates the job; resolves to the job's id. */
  async start(
    spec: AnyImport,
    { mode, existing = 'refuse', written_in }: ImportWish,
    { account, ip, language, file }: Caller<Account> & Uploaded,
    rows: number,
  ): Promise<string> {
    const { jobs, database } = this.#parts;
    const job = {
      input: { call: spec.call.path, mode, existing, ...(written_in ? { written_in } : {}) },
      menu: spec.list,
      source: { name: file.name, bytes: file.read() },
      ...{ accountId: account.id, party: account.party, ip, language, rows },
    };
    const kind = mode === 'dry' ? importCheck : listImport;
    return (await database.sql.begin((transaction) => jobs.start(kind, job, transaction))) as string;
  }

  async #run(wish: JobInput<typeof listImport>, job: JobUnderWay, caller: Principal): Promise<JobEnd> {
    const { audit, database } = this.#parts;
    const spec = this.#spec(wish.call);
    requireRightToUpdate(spec, wish, caller);
    const file = await this.#read(spec, wish, job);
    const { call: _, ...input } = wish;
    const inTransaction: InTransaction = (work) => audit.inTransaction(spec.call, input, caller, work);
    const imported: Imported = { spec, wish, file, caller, inTransaction, beside: database.db };
    if (wish.mode === 'good') return importInSteps(imported, job);
    // All or nothing is a single step.
    const report = await importAtOnce(spec, wish, file, caller, inTransaction, {
      progress: (progress) => job.progress(progress),
      ended: async (change, whole, refused) => {
        const writer = change?.system ?? database.db;
        for (let from = 0; from < refused.length; from += refusedTogether)
          await job.refuse(writer, from, refused.slice(from, from + refusedTogether));
        if (change) await job.end(writer, endOf(wish, whole));
      },
    });
    return endOf(wish, report);
  }

  #spec(call: string): AnyImport {
    const spec = this.#specs.get(call);
    if (!spec) throw new Error(`${call} is not an import`);
    return spec;
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

/** Of all or nothing, no line is accepted if one is refused. */
function endOf({ mode }: ImportWish, report: ImportReport): JobEnd {
  const refused = report.total - report.good;
  return { accepted: mode === 'all' && refused > 0 ? 0 : report.good, refused, result: report };
}

/** Serves the progress of people's own imports, and stopping them. */
export function serveImportJobs(routes: Routes, jobs: Jobs): void {
  routes.serve(importProgress, async ({ job }, { account, language }): Promise<OutputOf<typeof importProgress>> => {
    const row = await jobs.find(job, account.id);
    // Jobs of other kinds have reports of other forms.
    if (!row || !isImport(row.kind)) throw notFound('import');
    const { state, rows, done, result, failure } = row;
    return {
      state,
      total: rows ?? 0,
      done: state === 'done' ? (rows ?? done) : done,
      report: result as ImportReport | null,
      problem: failure && failureText(language, failure),
    };
  });

  routes.change(importStop, async ({ job }, { account }, change) => {
    const row = await jobs.find(job, account.id);
    if (!row || !isImport(row.kind)) throw notFound('import');
    change.afterwards(() => jobs.stop(job));
    return null;
  });
}
