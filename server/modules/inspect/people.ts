import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import { badInput } from '#platform/refusal.ts';

/** The people who may look into what the inspection has found: enabled accounts of the enterprise. */

const people = (db: Kysely<Schema>) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'account_name'])
    .where('account_type', '=', 1)
    .where('status', '=', 'enabled');

/** Those who match a keyword, with the person `id` first. */
export const peopleOfEnterprise = (
  db: Kysely<Schema>,
  { keyword, id }: { readonly keyword?: string | undefined; readonly id?: number | undefined },
) =>
  people(db)
    .$if(keyword !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('name', 'ilike', containing(keyword as string)),
          eb('account_name', 'ilike', containing(keyword as string)),
        ]),
      ),
    )
    .orderBy(ksql`id = ${id ?? 0}`, 'desc')
    .orderBy('account_name')
    .limit(50)
    .execute();

/** A person who was chosen; throws 400 for `path` if it is none of them. */
export async function personChosen(db: Kysely<Schema>, path: string, id: number): Promise<{ readonly name: string }> {
  const person = await people(db).where('id', '=', id).executeTakeFirst();
  if (!person) throw badInput({ path, reason: 'no_such', params: { value: id } });
  return person;
}
