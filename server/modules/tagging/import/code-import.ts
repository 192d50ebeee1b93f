import { randomBytes } from 'node:crypto';
import type { Shapes } from '../../../../codes/format/shape.ts';
import {
  type CodeImport,
  codeImport,
  importDiscard,
  importList,
  importProblems,
  importTake,
} from '../../../../contract/tagging/code-import.ts';
import { breakOff, breakOffSilent } from '../../../identity/broken-import.ts';
import { keyPurpose } from '../../../identity/code-rule.table.ts';
import { codeIdOf, counterOf, type RuleBook } from '../../../identity/rule-book.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { violates } from '../../../platform/database/violation.ts';
import { text } from '../../../platform/language.ts';

import { conflict, notFound } from '../../../platform/refusal.ts';

import type { Services } from '../../../platform/services.ts';
import { enabledProduct } from '../order/enabled-product.ts';
import { place } from '../order/order-add.ts';
import { ruleLock } from '../rule/rule-room.ts';
import { readCodes } from './reading.ts';

/** Ten million codes as URLs. */
const largestFile = 2 ** 30;

/** Codes that others printed: read in, looked over, then taken as an order or forgotten. */
export function serveCodeImport(services: Services, rules: RuleBook): void {
  const { routes, system } = services;
  const { sql } = system;

  routes.serve(
    codeImport,
    async (_, caller) => {
      const { id, firstId } = await begin(services, rules, caller.file.name, caller.account.id);
      // Long batches may follow each other slowly: an import that shows no sign of life has lost its server.
      const pulse = setInterval(() => {
        void sql`update code_import set updated_at = now() where id = ${id}`.catch(() => {});
      }, 20_000).unref();
      try {
        const shapes = await readCodes({ services, rules, importId: id, firstId, file: caller.file.read() });
        await settle(services, id, shapes);
      } catch (error) {
        await breakOff(services, { id, first_id: firstId });
        throw error;
      } finally {
        clearInterval(pulse);
      }
      const read = (await imports(services, id))[0] as CodeImport;
      caller.note({ codes: read.read_lines, unknown: read.read_lines - read.known });
      return read;
    },
    { largest: largestFile },
  );

  // Imports are read and told without regard to who calls: their calls are for the enterprise's own people.
  routes.serve(importList, () => imports(services));

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
    const found = await importToSettle(change, id);
    if (found.accepted === 0) throw conflict('import_empty');
    const rule = await importedRule(change);
    if (product_id) await enabledProduct(change, product_id);
    const order = await place(change, {
      rule: { id: rule.id, issued: counterOf(found.first_id) },
      quantity: found.accepted,
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
    return order;
  });

  routes.change(importDiscard, async ({ id }, _, change) => {
    await importToSettle(change, id);
    await change.db.updateTable('code_import').set({ state: 'discarded' }).where('id', '=', id).execute();
    await change.db.deleteFrom('imported_shape').where('import_id', '=', id).execute();
    change.afterwards(() => forget(services, id));
    return null;
  });
}

/** Takes the turn: one import is read at a time, on all servers. One that fell silent has lost its server. */
async function begin(
  services: Services,
  rules: RuleBook,
  fileName: string,
  accountId: number,
): Promise<{ id: number; firstId: number }> {
  const { sql } = services.system;
  const ruleId = await ensureImportedRule(services, rules);
  await breakOffSilent(services);
  // Counters that an import took are never given again, whatever became of it.
  const row = await sql
    .begin(async (transaction) => {
      // A rule is there before the reading, which then knows it, or is made after it, and then knows its codes.
      await transaction`select pg_advisory_xact_lock(hashtext(${ruleLock}))`;
      const [begun] = await transaction<{ id: number; first_id: number }[]>`
        insert into code_import (file_name, state, first_id, created_by)
        select ${fileName.slice(0, 200) || '-'}, 'reading',
          coalesce((select max(first_id + read_lines) from code_import), ${codeIdOf(ruleId, 0)}), ${accountId}
        returning id, first_id`;
      return begun as { id: number; first_id: number };
    })
    .catch(violates('code_import_reading_key', () => conflict('import_running')));
  await rules.reload();
  return { id: row.id, firstId: row.first_id };
}

/** The import can be taken; what its codes look like is kept for the rules to come. */
async function settle({ system: { sql } }: Services, id: number, shapes: Shapes): Promise<void> {
  await sql.begin(async (transaction) => {
    const settled = await transaction`
      update code_import set state = 'read', updated_at = now() where id = ${id} and state = 'reading'`;
    if (settled.count === 0) throw conflict('import_settled');
    for (const { length, characters } of shapes.list()) {
      await transaction`
        insert into imported_shape (import_id, code_length, characters)
        values (${id}, ${length}, ${characters}::text[])`;
    }
  });
}

/** The rule that imported codes go by; made with the first of them. */
async function ensureImportedRule({ system: { sql }, masterKey }: Services, rules: RuleBook): Promise<number> {
  const [known] = await sql<{ id: number }[]>`select id from code_rule where kind = 'imported'`;
  if (known) return known.id;
  const [made] = await sql<{ id: number }[]>`
    insert into code_rule
      (rule_name, level, prefix, alphabet, body_length, check_name, carrier, key_sealed, capacity, kind)
    values ('#imported', 1, '', 'digits', 32, 'none', 'plain', ${masterKey.seal(randomBytes(32), keyPurpose)},
      ${2 ** 40}, 'imported')
    on conflict do nothing returning id`;
  if (!made) return ensureImportedRule({ system: { sql }, masterKey } as Services, rules);
  await rules.reload();
  await sql.notify('code_rule', String(made.id));
  return made.id;
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
  const found = await change.db
    .selectFrom('code_import')
    .select(['first_id', 'accepted', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound('code_import');
  if (found.state !== 'read') throw conflict('import_settled');
  return found;
}

/** Deletes the codes of an import that nobody took. */
async function forget({ system: { long } }: Services, id: number): Promise<void> {
  await long.sql`
    delete from imported_code using (
      select first_id, first_id + accepted as end_id from code_import where id = ${id} and order_id is null
    ) i
    where code_id >= i.first_id and code_id < i.end_id`;
}

interface ImportRow extends Omit<CodeImport, 'started_at'> {
  started_at: Date;
}

async function imports({ system: { sql } }: Services, id?: number): Promise<CodeImport[]> {
  const rows = await sql<ImportRow[]>`
    select i.id, i.file_name, i.read_lines, i.accepted, i.repeated, i.known, i.refused, i.order_id, o.order_no,
      case when i.state = 'reading' and i.updated_at < now() - interval '2 minutes' then 'broken' else i.state end as state,
      a.account_name as created_by, i.started_at
    from code_import i join account a on a.id = i.created_by left join code_order o on o.id = i.order_id
    where ${id === undefined ? sql`true` : sql`i.id = ${id}`}
    order by i.id desc limit 50`;
  return rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() }));
}
