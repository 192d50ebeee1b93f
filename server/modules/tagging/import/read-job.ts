import { randomBytes } from 'node:crypto';
import type { Shapes } from '@suyuan/codes/format/shape.ts';
import { codeImport } from '@suyuan/contract/tagging/code-import.ts';
import Type from 'typebox';
import { keyPurpose } from '#identity/codes.table.ts';
import { codeIdOf } from '#identity/deciphering.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { defineJob } from '#platform/jobs/define-job.ts';
import { tooEarly } from '#platform/jobs/job-run.ts';
import { conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { ruleLock } from '../rule/rule-room.ts';
import { readCodes } from './reading.ts';

/** Reads the file of an import. One at a time, or two imports could both accept the same code. */
export const codeReading = defineJob({
  name: 'code-import',
  input: Type.Object({ import: Type.Integer() }),
  atOnce: 'one',
});

export function serveReading(services: Services, rules: RuleBook): void {
  services.jobs.serve(codeReading, {
    rights: () => [codeImport],
    async run({ import: id }, job) {
      const firstId = await takeCaptureLock(services, rules, id);
      const { shapes, ...end } = await readCodes({ services, rules, importId: id, firstId, job });
      await settle(services, id, shapes, (transaction) => job.end(transaction, end));
      return end;
    },
    takeBack: ({ import: id }, transaction, outcome) => forget(transaction, id, outcome),
  });
}

/** Reserves code ids for an import after those of all others, and resolves to the first. A resumed import keeps its own. */
async function takeCaptureLock(services: Services, rules: RuleBook, id: number): Promise<number> {
  const { sql } = services.system.ownWork;
  const ruleId = await ensureImportedRule(services, rules);
  // Counters of an import are never reused, even if it fails.
  const firstId = await sql
    .begin(async (transaction) => {
      // The lock orders imports and new rules: a rule made before the reading is known to it, and one made after it knows its
      // codes.
      await transaction`select pg_advisory_xact_lock(hashtext(${ruleLock}))`;
      const [last] = await transaction<{ next: number | null }[]>`
        select max(first_id + read_lines) as next from code_import`;
      const next = last?.next ?? codeIdOf(ruleId, 0);
      const [row] = await transaction<{ first_id: number }[]>`
        update code_import set state = 'reading', first_id = coalesce(first_id, ${next}::bigint)
        where id = ${id} and state in ('waiting', 'reading') returning first_id`;
      return row?.first_id;
    })
    .catch(violates('code_import_reading_key', tooEarly));
  if (firstId === undefined) throw conflict('import_settled');
  await rules.reload();
  return firstId;
}

/** Marks the import as ready to be accepted, and stores the shapes of its codes, which later rules are checked against. */
async function settle(
  { system }: Services,
  id: number,
  shapes: Shapes,
  end: (transaction: Connection) => Promise<void>,
): Promise<void> {
  const { sql } = system.ownWork;
  await sql.begin(async (transaction) => {
    await transaction`update code_import set state = 'read', updated_at = now() where id = ${id} and state = 'reading'`;
    for (const { length, characters } of shapes.list()) {
      await transaction`
        insert into imported_shape (import_id, code_length, characters)
        values (${id}, ${length}, ${characters}::text[])`;
    }
    await end(transaction);
  });
}

/** Deletes the codes of a stopped or failed import. It is still the only one running, so there are no codes after its own. */
async function forget(transaction: Connection, id: number, outcome: 'stopped' | 'broken'): Promise<void> {
  const [row] = await transaction<{ first_id: number | null }[]>`
    select first_id from code_import where id = ${id} and state in ('waiting', 'reading') for update`;
  if (!row) return;
  if (row.first_id !== null) await transaction`delete from imported_code where code_id >= ${row.first_id}`;
  const state = outcome === 'stopped' ? 'discarded' : 'broken';
  await transaction`update code_import set state = ${state}, updated_at = now() where id = ${id}`;
}

/** Resolves to the id of the rule for imported codes, which is created with the first import. */
async function ensureImportedRule(services: Services, rules: RuleBook): Promise<number> {
  const { masterKey } = services;
  const { sql } = services.system.ownWork;
  const [row] = await sql<{ id: number }[]>`select id from code_rule where kind = 'imported'`;
  if (row) return row.id;
  const [rule] = await sql<{ id: number }[]>`
    insert into code_rule
      (rule_name, level, prefix, alphabet, body_length, check_name, carrier, key_sealed, capacity, kind)
    values ('#imported', 1, '', 'digits', 32, 'none', 'plain', ${masterKey.seal(randomBytes(32), keyPurpose)},
      ${2 ** 40}, 'imported')
    on conflict do nothing returning id`;
  if (!rule) return ensureImportedRule(services, rules);
  await rules.reload();
  await sql.notify('code_rule', String(rule.id));
  return rule.id;
}
