import {
  type CodeImport,
  codeImport,
  codeImportStop,
  importDiscard,
  importList,
  importProblems,
  importTake,
} from '@suyuan/contract/tagging/code-import.ts';
import { counterOf, type RuleBook } from '#identity/rule-book.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { type Account, type Caller, overSignal } from '#platform/caller.ts';
import { type Failure, failureText, refusalOf } from '#platform/jobs/failure.ts';
import { type Language, text } from '#platform/language.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Uploaded } from '#platform/spool/file-upload.ts';
import { enabledProduct } from '../order/bound-order.ts';
import { place } from '../order/order-add.ts';
import { codeReading, serveReading } from './read-job.ts';

/** In bytes: enough for ten million codes as URLs. */
const largestFile = 2 ** 30;
/** How long the call waits for the figures, in milliseconds; most files are read by then. */
const answerWithin = 5000;

/** Imports codes printed by others: they are read, reviewed, and then accepted as an order or discarded. */
export function serveCodeImport(services: Services, rules: RuleBook): void {
  const { routes, jobs, system } = services;
  const { sql } = system.ownWork;

  serveReading(services, rules);

  routes.serve(
    codeImport,
    async (_, caller) => {
      const { id, job } = await begin(services, caller);
      const soon = AbortSignal.any([overSignal(caller.reply), AbortSignal.timeout(answerWithin)]);
      const { failure = null } = (await jobs.ended(job, soon)) ?? {};
      if (failure) throw refusalOf(failure);
      const answer = (await imports(services, caller.language, id))[0] as CodeImport;
      caller.note({ codes: answer.read_lines, unknown: answer.read_lines - answer.known });
      return answer;
    },
    { largest: largestFile },
  );

  // Imports have no owner: their calls are for people of the enterprise only.
  routes.serve(importList, (_, { language }) => imports(services, language));

  routes.serve(importProblems, async ({ id }, caller) => {
    const rows = await sql<{ line: number; content: string; reason: string }[]>`
      select line, content, reason from code_import_problem where import_id = ${id} order by line`;
    return rows.map(({ line, content, reason }) => ({
      line,
      content,
      message: text(caller.language, `problem.${reason}`),
    }));
  });

  routes.change(importTake, async ({ id, product_id, purpose }, { account }, change) => {
    const row = await importToSettle(change, id);
    if (row.accepted === 0) throw conflict('import_empty');
    const rule = await importedRule(change);
    if (product_id) await enabledProduct(change, product_id);
    const order = await place(change, {
      rule: { id: rule.id, issued: counterOf(row.first_id as number), genuine_from: 'issued' },
      quantity: row.accepted,
      productId: product_id ?? null,
      purpose: purpose?.trim() || null,
      printer: null,
      accountId: account.id,
      timeZone: services.timeZone(),
    });
    await change.db
      .updateTable('code_import')
      .set({ state: 'taken', order_id: order.id, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await services.issuance.ofChange(
      change,
      { table: 'code_order', key: order.id },
      { table: 'code_rule', key: rule.id },
    );
    return order;
  });

  routes.change(codeImportStop, async ({ id }, _, change) => {
    const row = await change.db.selectFrom('code_import').select('job_id').where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound('code_import');
    const { job_id } = row;
    const job = job_id === null ? undefined : await jobs.find(job_id);
    if (job_id === null || (job?.state !== 'waiting' && job?.state !== 'running')) {
      throw conflict('import_settled');
    }
    change.afterwards(() => jobs.stop(job_id));
    return null;
  });

  routes.change(importDiscard, async ({ id }, _, change) => {
    await importToSettle(change, id);
    await change.db.updateTable('code_import').set({ state: 'discarded' }).where('id', '=', id).execute();
    await change.db.deleteFrom('imported_shape').where('import_id', '=', id).execute();
    change.afterwards(() => forget(services, id));
    return null;
  });
}

/** Stores the file and creates its job in one transaction. */
async function begin(
  { jobs, system }: Services,
  { account, ip, language, file }: Caller<Account> & Uploaded,
): Promise<{ id: number; job: string }> {
  const name = file.name.slice(0, 200) || '-';
  return (await system.ownWork.sql.begin(async (transaction) => {
    const [row] = await transaction<{ id: number }[]>`
      insert into code_import (file_name, state, created_by) values (${name}, 'waiting', ${account.id}) returning id`;
    const { id } = row as { id: number };
    const job = await jobs.start(
      codeReading,
      {
        input: { import: id },
        menu: 'readycreate',
        source: { name, bytes: file.read() },
        accountId: account.id,
        party: account.party,
        ip,
        language,
      },
      transaction,
    );
    await transaction`update code_import set job_id = ${job} where id = ${id}`;
    return { id, job };
  })) as { id: number; job: string };
}

async function importedRule(change: Change) {
  return change.db
    .selectFrom('code_rule')
    .select('id')
    .where('kind', '=', 'imported')
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function importToSettle(change: Change, id: number) {
  await change.changing('code_import', id);
  const row = await change.db
    .selectFrom('code_import')
    .select(['first_id', 'accepted', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('code_import');
  if (row.state !== 'read') throw conflict('import_settled');
  return row;
}

/** Deletes the codes of a discarded import. */
async function forget({ system }: Services, id: number): Promise<void> {
  const { long } = system.ownWork;
  await long.sql`
    delete from imported_code using (
      select first_id, first_id + accepted as end_id from code_import where id = ${id} and order_id is null
    ) i
    where code_id >= i.first_id and code_id < i.end_id`;
}

interface ImportRow extends Omit<CodeImport, 'started_at' | 'problem'> {
  started_at: Date;
  failure: Failure | null;
}

async function imports({ system }: Services, language: Language, id?: number): Promise<CodeImport[]> {
  const { sql } = system.ownWork;
  const rows = await sql<ImportRow[]>`
    select i.id, i.file_name, i.read_lines, i.accepted, i.repeated, i.known, i.refused, i.forms, i.order_id, o.order_no, i.state,
      a.account_name as created_by, i.started_at, j.failure
    from code_import i join account a on a.id = i.created_by left join code_order o on o.id = i.order_id
      left join job j on j.id = i.job_id
    where ${id === undefined ? sql`true` : sql`i.id = ${id}`}
    order by i.id desc limit 50`;
  return rows.map(({ failure, started_at, ...row }) => ({
    ...row,
    started_at: started_at.toISOString(),
    problem: failure && failureText(language, failure),
  }));
}
