import type { InputOf } from '@suyuan/contract/call/call.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { referred, referredAll } from '#platform/references/references.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { requireFactory } from '../factory/of-factory.ts';
import { keepMembers, membersOf, requireMembers, serveMemberChoices } from './team-members.ts';

/** Teams of factories with their shifts and members. */
export default function serveTeams(services: Services): void {
  serveThing(services, team, {
    table: 'team',
    few: true,
    within: 'factory_id',
    rows: teams,
    present: ({ members, accounts, names, ...row }) =>
      declaredRow(team, {
        ...row,
        members: members ?? [],
        member_accounts: accounts ?? '',
        member_names: names ?? '',
      }),
    foundBy: ['team_code', 'team_name'],
    check: requireRight,
    parts: membersOf,
    keep: keepMembers,
    parsers: {
      factory_id: referred('factory', ['factory_code', 'factory_name']),
      members: referredAll('account', ['member_accounts']),
    },
  });
  serveMemberChoices(services);
}

async function requireRight(saving: Saving<InputOf<typeof team.add>>): Promise<void> {
  await requireFactory(saving);
  const { shift_start, shift_end } = saving.input;
  if (shift_start === shift_end) throw badInput({ path: 'shift_end', reason: 'shift_without_length' });
  await requireMembers(saving);
}

const teams = (db: Kysely<Schema>) =>
  db
    .selectFrom('team')
    .leftJoin('factory as of_factory', 'of_factory.id', 'team.factory_id')
    .selectAll('team')
    .select((eb) => {
      const members = eb
        .selectFrom('team_member as m')
        .innerJoin('account as a', 'a.id', 'm.account_id')
        .whereRef('m.team_id', '=', 'team.id');
      return [
        // Never null: every team has a factory.
        sql.ref<string>('of_factory.factory_code').as('factory_code'),
        sql.ref<string>('of_factory.factory_name').as('factory_name'),
        members
          .select((of) => of.fn.agg<number[]>('array_agg', ['m.account_id']).orderBy('a.name').as('ids'))
          .as('members'),
        members
          .select((of) =>
            of.fn
              .agg<string>('string_agg', ['a.account_name', sql.lit(', ')])
              .orderBy('a.name')
              .as('accounts'),
          )
          .as('accounts'),
        members
          .select((of) =>
            of.fn
              .agg<string>('string_agg', ['a.name', sql.lit(', ')])
              .orderBy('a.name')
              .as('names'),
          )
          .as('names'),
      ];
    });
