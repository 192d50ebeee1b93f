import type { employee } from '@suyuan/contract/organ/account.ts';
import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import { twoStepPurpose } from '../sign-in/two-step.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    account: AccountTable;
    account_role: AccountRoleTable;
  }
}

interface AccountTable extends ColumnsOf<typeof employee> {
  id: GeneratedAlways<number>;
  password_hash: string;
  must_change_password: Generated<boolean>;
  search_text: Generated<string>;
  two_step_secret_sealed: Buffer | null;
  two_step_since: Date | null;
  two_step_last: number | null;
  recovery_secrets: Generated<string[]>;
  avatar: string | null;
  introduction: Generated<string>;
  /** Whoever made the key of another system that this is the account of; null for people. */
  key_of: number | null;
  /** The partner that such a key is of. */
  partner_id: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface AccountRoleTable {
  account_id: number;
  role_id: number;
}

export const accountTable = defineTable('account', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  placement: 'reference',
  naturalKey: { code: 'account_name', names: ['name'] },
  audit: {
    list: 'stafflist',
    belongings: `jsonb_build_object('roles',
      (select coalesce(jsonb_agg(role_id order by role_id), '[]') from account_role where account_id = t.id))`,
    lists: { roles: 'account_role.role_id' },
  },
  pictures: pictureColumns.account,
  sealed: [
    {
      column: 'two_step_secret_sealed',
      purposeOf: twoStepPurpose,
      called: 'secrets of two-step verification',
    },
  ],
});

export const accountRoleTable = defineTable('account_role', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: ['account'],
});
