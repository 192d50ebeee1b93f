import type { team } from '@suyuan/contract/plant/shift/team.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    team: TeamTable;
    team_member: TeamMemberTable;
  }
}

interface TeamTable extends Omit<MasterDataColumns, 'search_grams'>, ColumnsOf<typeof team> {}

interface TeamMemberTable {
  team_id: number;
  account_id: number;
}

export const teamTable = defineTable('team', {
  rows: { factory: 'factory_id' },
  placement: 'local',
  naturalKey: { code: 'team_code', names: ['team_name'] },
  audit: {
    list: 'classlist',
    belongings: `jsonb_build_object('members',
      (select coalesce(jsonb_agg(account_id order by account_id), '[]') from team_member where team_id = t.id))`,
    lists: { members: 'team_member.account_id' },
  },
});

export const teamMemberTable = defineTable('team_member', {
  rows: { factory: { column: 'team_id', of: 'team' } },
  placement: 'local',
  auditedThrough: ['team'],
});
