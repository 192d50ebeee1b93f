import type { Shown } from '../DataPage/thingList.ts';
import { AreaPicker } from './AreaPicker.tsx';

/** How a declared thing shows where something is. */
export const addressShown = {
  area_code: { input: AreaPicker, example: '浙江省 杭州市 西湖区' },
  area_name: { width: 180 },
  address: { width: 220, hidden: true },
};

/** How a declared thing shows how to reach somebody. */
export const reachableShown = {
  contact: { width: 90, example: 'example.contact' },
  phone: { width: 130, example: '0571-8765 4321' },
  ...addressShown,
};

/** The state of a partner whose people sign in. */
export const partnerStatusShown: Shown = {
  width: 80,
  form: { required: true, initial: 'enabled', hint: 'partner.statusHint' },
};
