import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { apiKeyAdd, apiKeyParties } from '@suyuan/contract/integration/api-key.ts';
import type { Kysely } from 'kysely';
import { type Account, isOfEnterprise } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import { badInput } from '#platform/refusal.ts';

/** Whom a key is of: one of these, or the enterprise. */
export interface KeyParty {
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
  readonly partner_id: number | null;
}

/** The party of a new key. People of a factory or dealer make keys of their own party only. */
export async function requireParty(
  db: Kysely<Schema>,
  account: Account,
  wish: NonNullable<InputOf<typeof apiKeyAdd>['party']>,
): Promise<KeyParty> {
  const given = Object.entries(wish).filter(([, id]) => id !== undefined);
  if (given.length > 1) throw badInput({ path: 'party', reason: 'one_party' });
  const none = { factory_id: null, dealer_id: null, partner_id: null };
  const own = account.party ? { ...none, [`${account.party.kind}_id`]: account.party.id } : none;
  const [column, id] = given[0] ?? [];
  if (column === undefined || id === undefined) return own;
  const kind = column.replace('_id', '') as (typeof kinds)[number];
  if (!isOfEnterprise(account) && own[column as keyof KeyParty] !== id)
    throw badInput({ path: `party.${column}`, reason: 'of_other_party', params: { value: id } });
  const row = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw badInput({ path: `party.${column}`, reason: 'no_such', params: { value: id } });
  return { ...none, [column]: id };
}

const kinds = ['factory', 'dealer', 'partner'] as const;
const maxChoices = 50;

/** The parties to choose from, those that match a keyword. */
export async function partiesFor(
  db: Kysely<Schema>,
  account: Account,
  keyword: string,
): Promise<OutputOf<typeof apiKeyParties>> {
  const pattern = containing(keyword);
  const choices = await Promise.all(
    kinds
      .filter((kind) => isOfEnterprise(account) || account.party?.kind === kind)
      .map(async (kind) => {
        const rows = await db
          .selectFrom(kind)
          .select((eb) => [
            'id',
            eb.ref(`${kind}_code` as never).as('code'),
            eb.ref(`${kind}_name` as never).as('name'),
          ])
          .where('status', '=', 'enabled')
          .where((eb) =>
            eb.or([
              eb(`${kind}_code` as never, 'ilike', pattern as never),
              eb(`${kind}_name` as never, 'ilike', pattern as never),
            ]),
          )
          .orderBy('id', 'desc')
          .limit(maxChoices)
          .execute();
        return rows.map(({ id, code, name }) => ({ kind, id, code: `${code}`, name: `${name}` }));
      }),
  );
  return choices.flat().slice(0, maxChoices);
}
