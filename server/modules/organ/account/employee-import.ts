import { type AccountType, kindOfAccount } from '@suyuan/contract/access/account-type.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { employee, employeeImport, employeeLine } from '@suyuan/contract/organ/account.ts';
import { comparedIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import type { Kysely } from 'kysely';
import type Type from 'typebox';
import type { Principal } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { serveImport } from '#platform/imports/import.ts';
import { allOf, badInput } from '#platform/refusal.ts';
import { hashPassword, oneTimePassword, requireGoodPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';
import { addEmployee } from './employees.ts';

type Line = Type.Static<typeof employeeLine>;

/** Imports employees from files that name departments, positions, roles and parties by name or code. */
export function serveEmployeeImport(services: Services): void {
  // A random password, which nobody knows, for lines without one: it has to be reset before the first sign-in.
  let unknownPassword: Promise<string> | undefined;
  const hashOf = async ({ one_time_password, account_name }: Line): Promise<string> => {
    if (one_time_password === undefined) {
      unknownPassword ??= hashPassword(oneTimePassword());
      return unknownPassword;
    }
    await requireGoodPassword(one_time_password, account_name, 'one_time_password');
    return hashPassword(one_time_password);
  };
  serveImport(services, {
    list: 'stafflist',
    call: employeeImport,
    add: { ...employee.add, input: employeeLine },
    rows: {
      plan: async (line, _, change, caller) => planOf(change.db, line as Line, hashOf, caller),
      write: async (plans: readonly Plan[], change) => {
        for (const { input, hash, caller } of plans) await addEmployee(input, hash, caller, change);
      },
    },
  });
}

/** The account that a line adds. */
interface Plan {
  readonly input: InputOf<typeof employee.add>;
  readonly hash: string;
  readonly caller: Principal;
}

/** Looks up what a line refers to; throws one refusal for everything that was not found. */
async function planOf(
  db: Kysely<Schema>,
  line: Line,
  hashOf: (line: Line) => Promise<string>,
  caller: Principal,
): Promise<Plan> {
  const { party_name, depart_name, position_name, role_names, one_time_password: _, ...fields } = line;
  const [party, place, role_ids, hash] = await allOf(
    party_name ? partyNamed(db, fields.account_type, party_name) : Promise.resolve({}),
    placeNamed(db, depart_name, position_name),
    role_names ? rolesNamed(db, role_names) : Promise.resolve([]),
    hashOf(line),
  );
  return { input: { ...fields, ...party, ...place, role_ids }, hash, caller };
}

/** Looks up a department and a position, whose name is unique within its department. */
async function placeNamed(db: Kysely<Schema>, depart_name: string | null | undefined, position?: string | null) {
  const department_id = depart_name ? await departmentOf(db, depart_name) : null;
  return { department_id, position_id: position ? await positionOf(db, department_id, position) : null };
}

async function departmentOf(db: Kysely<Schema>, words: string): Promise<number> {
  const rows = await db
    .selectFrom('department')
    .select(['id', 'depart_code'])
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['depart_code']), '=', comparedIdentifier(words)),
        eb(eb.fn<string>('lower', ['depart_name']), '=', words.trim().toLowerCase()),
      ]),
    )
    .execute();
  const byCode = rows.find(({ depart_code }) => comparedIdentifier(depart_code) === comparedIdentifier(words));
  return onlyOne('depart_name', words, byCode ? [byCode] : rows);
}

async function positionOf(db: Kysely<Schema>, department: number | null, words: string): Promise<number> {
  const rows = await db
    .selectFrom('position')
    .select('id')
    .where('department_id', '=', department ?? 0)
    .where((eb) => eb(eb.fn<string>('lower', ['position_name']), '=', words.trim().toLowerCase()))
    .execute();
  return onlyOne('position_name', words, rows);
}

async function rolesNamed(db: Kysely<Schema>, words: string): Promise<number[]> {
  const names = words
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const rows = await db.selectFrom('role').select(['id', 'role_name']).where('role_name', 'in', names).execute();
  return names.map((name) =>
    onlyOne(
      'role_names',
      name,
      rows.filter(({ role_name }) => role_name === name),
    ),
  );
}

async function partyNamed(db: Kysely<Schema>, type: AccountType, words: string) {
  const kind = kindOfAccount(type);
  if (kind === 'enterprise') throw badInput({ path: 'party_name', reason: 'no_such', params: { value: words } });
  const rows = await partiesNamed(db, kind, words);
  return { [`${kind}_id`]: onlyOne('party_name', words, rows) };
}

const partiesNamed = (db: Kysely<Schema>, kind: 'factory' | 'dealer', words: string): Promise<{ id: number }[]> =>
  kind === 'factory'
    ? db
        .selectFrom('factory')
        .select('id')
        .where((eb) =>
          eb.or([
            eb(eb.fn<string>('lower', ['factory_code']), '=', comparedIdentifier(words)),
            eb(eb.fn<string>('lower', ['factory_name']), '=', words.trim().toLowerCase()),
          ]),
        )
        .execute()
    : db
        .selectFrom('dealer')
        .select('id')
        .where((eb) =>
          eb.or([
            eb(eb.fn<string>('lower', ['dealer_code']), '=', comparedIdentifier(words)),
            eb(eb.fn<string>('lower', ['dealer_name']), '=', words.trim().toLowerCase()),
          ]),
        )
        .execute();

function onlyOne(path: string, words: string, rows: readonly { id: number }[]): number {
  const [first, ...others] = rows;
  if (!first) throw badInput({ path, reason: 'no_such', params: { value: words } });
  if (others.length > 0) throw badInput({ path, reason: 'ambiguous', params: { value: words } });
  return first.id;
}
