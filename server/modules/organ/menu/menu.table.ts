import type { Generated } from 'kysely';
import type { Names } from '../../../../contract/organ/menu-setting.ts';
import { defineTable } from '../../../platform/database/table.ts';

declare module '../../../platform/database/schema.ts' {
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
  updated_at: Generated<Date>;
}

interface MenuButtonTable {
  menu_button_code: string;
  menu_key: string;
  added: boolean;
  enabled: Generated<boolean>;
  names: Generated<Names>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const menuSettingTable = defineTable('menu_setting', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'setmenusenable', key: 'menu_key' },
});

export const menuButtonTable = defineTable('menu_button', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'buttonpower', key: 'menu_button_code' },
});
