import { AreaPicker } from '../../ui/area/AreaPicker.tsx';
import type { Field } from '../../ui/DataPage/fields.ts';
import type { Shown } from '../../ui/DataPage/thingList.ts';

/** Fields that partners and places have alike. */

export const keywordField: Field = { key: 'keyword', kind: 'text', search: true, column: false };

export const addressFields: readonly Field[] = [
  { key: 'area_code', kind: 'own', input: AreaPicker, column: false, form: {}, example: '浙江省 杭州市 西湖区' },
  { key: 'area_name', kind: 'text', column: { width: 200 } },
  { key: 'address', kind: 'text', column: { width: 220, hidden: true }, form: { maxLength: 256 } },
];

export const reachFields: readonly Field[] = [
  { key: 'contact', kind: 'text', column: { width: 110 }, form: { maxLength: 64 }, example: 'example.contact' },
  { key: 'phone', kind: 'text', column: { width: 140 }, form: { maxLength: 32 }, example: '0571-8765 4321' },
  ...addressFields,
];

export const statusField: Field = {
  key: 'status',
  kind: 'choice',
  choices: ['enabled', 'disabled'],
  tones: { enabled: 'success', disabled: 'default' },
  search: true,
  column: { width: 100 },
  form: { required: true, initial: 'enabled' },
};

export const momentFields: readonly Field[] = [
  { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
];

/** How a declared thing shows where something is. */
export const addressShown = {
  area_code: { input: AreaPicker, example: '浙江省 杭州市 西湖区' },
  area_name: { width: 200 },
  address: { width: 220, hidden: true },
};

/** How a declared thing shows how to reach somebody. */
export const reachableShown = {
  contact: { width: 110, example: 'example.contact' },
  phone: { width: 140, example: '0571-8765 4321' },
  ...addressShown,
};

/** The state of a partner whose people sign in. */
export const partnerStatusShown: Shown = {
  width: 100,
  form: { required: true, initial: 'enabled', hint: 'partner.statusHint' },
};
