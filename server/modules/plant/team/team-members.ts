import type { InputOf } from '@suyuan/contract/call/call.ts';
import { memberChoices, type team } from '@suyuan/contract/plant/shift/team.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { containing } from '#platform/lists/list.ts';
import type { Saved, Saving } from '#platform/records/record-rules.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';

type TeamInput = InputOf<typeof team.add>;

/** Requires that new members of a team are of its factory or of the enterprise; throws 400. */
export async function requireMembers({ input: { factory_id, members }, before, change }: Saving<TeamInput>) {
  if (!members?.length) return;
  const now = before
    ? ((await membersOf(change.db, [before.id as number])).get(before.id as number)?.members ?? [])
    : [];
  const joining = members.filter((id) => !now.includes(id));
  if (joining.length === 0) return;
  const accounts = await change.db
    .selectFrom('account')
    .select(['id', 'account_name', 'factory_id', 'dealer_id'])
    .where('id', 'in', joining)
    .execute();
  const unknown = joining.find((id) => !accounts.some((one) => one.id === id));
  if (unknown !== undefined) throw badInput({ path: 'members', reason: 'no_such', params: { value: unknown } });
  const foreign = accounts.find((one) => one.dealer_id !== null || (one.factory_id ?? factory_id) !== factory_id);
  if (foreign) throw badInput({ path: 'members', reason: 'of_other_party', params: { value: foreign.account_name } });
}

/** The current members of teams, as far as the caller may see them. */
export async function membersOf(db: Kysely<Schema>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('team_member')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select(['team_member.team_id', 'team_member.account_id'])
    .where('team_member.team_id', 'in', ids)
    .execute();
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id);
  return new Map(
    ids.map((id) => [id, { members: (byTeam.get(id) ?? []).map(({ account_id }) => account_id).sort(ascending) }]),
  );
}

const ascending = (one: number, other: number): number => one - other;

/** Sets the members of teams as given. Members that the caller may not see stay. */
export async function keepMembers(teams: readonly Saved<TeamInput>[]): Promise<void> {
  for (const { id, input, before, change } of teams) {
    const { members } = input;
    if (!members) continue;
    const now = before ? ((await membersOf(change.db, [id])).get(id)?.members ?? []) : [];
    const [leaving, joining] = [
      now.filter((one) => !members.includes(one)),
      members.filter((one) => !now.includes(one)),
    ];
    if (leaving.length > 0) {
      await change.db.deleteFrom('team_member').where('team_id', '=', id).where('account_id', 'in', leaving).execute();
    }
    if (joining.length === 0) continue;
    await change.db
      .insertInto('team_member')
      .values(joining.map((account_id) => ({ team_id: id, account_id })))
      .execute();
  }
}

const maxChoices = 50;

/** Serves the people to choose from: those that match the keyword, with the people `ids` first. */
export function serveMemberChoices({ routes }: Services): void {
  routes.serve(memberChoices, async ({ keyword = '', ids = '' }, { db }) => {
    const people = db.selectFrom('account').select(['id', 'account_name', 'name']);
    const chosenIds = ids === '' ? [] : ids.split(',').map(Number);
    const pattern = containing(keyword);
    const [chosenPeople, matches] = await Promise.all([
      chosenIds.length > 0 ? people.where('id', 'in', chosenIds).orderBy('name').execute() : [],
      people
        .where('status', '=', 'enabled')
        .where('dealer_id', 'is', null)
        .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('account_name', 'ilike', pattern)]))
        .orderBy('name')
        .orderBy('id')
        .limit(maxChoices)
        .execute(),
    ]);
    const all = new Map([...chosenPeople, ...matches].map((person) => [person.id, person]));
    return [...all.values()].map(({ id, account_name, name }) => ({ value: id, label: `${name} (${account_name})` }));
  });
}
