import { type RawBuilder, sql } from 'kysely';
import type { Addressee } from '#platform/notices/notices.ts';
import type { Told } from '#platform/notices/told.ts';
import type { Party } from '#platform/party.ts';

/** The query for the enabled accounts that a notice is sent to. */
export const addressees = (to: Told): RawBuilder<Addressee> =>
  sql`select a.id, a.factory_id, a.dealer_id from account a where a.status = 'enabled' and ${whichAccounts(to)}`;

function whichAccounts(to: Told): RawBuilder<unknown> {
  if (!('holding' in to)) return sql`a.id = any(${to}::bigint[])`;
  return sql`
    ${'among' in to ? ofAny(to.among) : sql`${ofParty(to.of)} and a.id <> ${to.except ?? 0}::bigint`}
    and (a.administrator or exists (
      select from role_permission p where p.permission = ${to.holding} and (
        p.role_id in (select role_id from account_role where account_id = a.id)
        or p.role_id in (select role_id from position_role where position_id = a.position_id)
      )
    ))`;
}

const ofParty = (party: Party | undefined): RawBuilder<unknown> =>
  party
    ? sql`a.${sql.ref(`${party.kind}_id`)} = ${party.id}::bigint`
    : sql`a.factory_id is null and a.dealer_id is null`;

function ofAny(parties: readonly (Party | undefined)[]): RawBuilder<unknown> {
  const ids = (kind: Party['kind']) => parties.flatMap((party) => (party?.kind === kind ? party.id : []));
  const ofEnterprise = parties.includes(undefined);
  return sql`(a.dealer_id = any(${ids('dealer')}::bigint[]) or a.factory_id = any(${ids('factory')}::bigint[])
    or ${ofEnterprise}::boolean and a.factory_id is null and a.dealer_id is null)`;
}
