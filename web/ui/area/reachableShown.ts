import type { Shown } from '../DataPage/thingList.ts';
import { AreaPicker } from './AreaPicker.tsx';

/** Display of address fields, for the forms and lists of things. */
export const addressShown = {
  area_code: { input: AreaPicker, example: '浙江省 杭州市 西湖区' },
  area_name: { width: 180 },
  address: { width: 220, hidden: true },
};

/** Display of contact fields and address, for the forms and lists of things. */
export const reachableShown = {
  contact: { width: 90, example: 'example.contact' },
  phone: { width: 130, example: '0571-8765 4321' },
  ...addressShown,
};

/** Display of the status of a partner whose people can sign in. */
export const partnerStatusShown: Shown = {
  width: 80,
  form: { required: true, initial: 'enabled', hint: 'partner.statusHint' },
};
