import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type Partner, partner } from '@suyuan/contract/integration/partner.ts';
import { type Kysely, sql } from 'kysely';
import { partyGlnProblems } from '#platform/areas/gln-rules.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { profileOf, UnusableProfile } from '../profile/profile.ts';

type PartnerInput = InputOf<typeof partner.add>;

/** Serves partners that are neither factory nor dealer. */
export default function servePartners(services: Services): void {
  serveThing(services, partner, {
    table: 'partner',
    rows: partners,
    few: true,
    present: (row) => declaredRow(partner, row),
    complete: withKeys,
    completeExports: true,
    foundBy: ['partner_code', 'partner_name', 'gln'],
    columns: ({ gln, profile_in, profile_out }) => ({
      gln: gln?.trim() || null,
      profile_in: profile_in?.trim() || null,
      profile_out: profile_out?.trim() || null,
    }),
    check: requireRight,
    users: (db, id) => ({
      partner_has_keys: namesOf(
        db.selectFrom('account').where('partner_id', '=', id).where('key_of', 'is not', null),
        'name',
      ),
    }),
  });
}

const partners = (db: Kysely<Schema>) =>
  db
    .selectFrom('partner')
    .selectAll('partner')
    .select([sql<string[]>`'{}'::text[]`.as('keys'), sql<string | null>`null::text`.as('last_exchange')]);

type PartnerRow = Omit<Partner, 'created_at' | 'updated_at'> & { readonly created_at: Date; readonly updated_at: Date };

async function withKeys(rows: PartnerRow[], db: Kysely<Schema>): Promise<PartnerRow[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return rows;
  const keys = await db
    .selectFrom('api_key as k')
    .innerJoin('account as a', 'a.id', 'k.account_id')
    .leftJoin('api_key_use as u', 'u.api_key_id', 'k.id')
    .select(['a.partner_id', 'k.name', 'u.last_used_at', 'k.revoked_at'])
    .where('a.partner_id', 'in', ids)
    .orderBy('k.name')
    .execute();
  const byPartner = Map.groupBy(keys, ({ partner_id }) => partner_id);
  return rows.map((row) => {
    const own = byPartner.get(row.id) ?? [];
    const used = own.flatMap(({ last_used_at }) => last_used_at?.toISOString() ?? []).sort();
    return {
      ...row,
      keys: own.flatMap(({ name, revoked_at }) => (revoked_at ? [] : [name])),
      last_exchange: used.at(-1) ?? null,
    };
  });
}

async function requireRight({ input, before, change }: Saving<PartnerInput>): Promise<void> {
  const problems = [
    ...partyGlnProblems(input),
    ...profileProblems('profile_in', input.profile_in),
    ...profileProblems('profile_out', input.profile_out),
  ];
  const gln = input.gln?.trim();
  if (gln && problems.length === 0) {
    const other = await change.db.selectFrom('partner').select('id').where('gln', '=', gln).executeTakeFirst();
    if (other && other.id !== before?.id) problems.push({ path: 'gln', reason: 'taken', params: { value: gln } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

function profileProblems(path: string, text: string | null | undefined): Problem[] {
  if (!text?.trim()) return [];
  try {
    profileOf(JSON.parse(text));
    return [];
  } catch (error) {
    if (!(error instanceof UnusableProfile) && !(error instanceof SyntaxError)) throw error;
    return [{ path, reason: 'no_schema', params: { detail: error.message } }];
  }
}
