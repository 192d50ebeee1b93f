import type { menuButtonFields, Names } from '@suyuan/contract/organ/menu-setting.ts';
import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    menu_setting: MenuSettingTable;
    menu_button: MenuButtonTable;
  }
}

interface MenuSettingTable {
  menu_key: string;
  enabled: Generated<boolean>;
  place: number | null;
  names: Generated<Names>;
  always_show: Generated<boolean>;
  updated_at: Generated<Date>;
}

interface MenuButtonTable extends ColumnsOf<{ fields: typeof menuButtonFields }> {
  added: boolean;
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const menuSettingTable = defineTable('menu_setting', {
  rows: 'everyone',
  placement: 'local',
  audit: { list: 'setmenusenable', key: 'menu_key' },
});

export const menuButtonTable = defineTable('menu_button', {
  rows: 'everyone',
  placement: 'local',
  audit: { list: 'buttonpower', key: 'menu_button_code' },
});
