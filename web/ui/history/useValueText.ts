import { useTranslation } from 'react-i18next';
import { listTextKeys } from '../../core/i18n/listText.ts';
import { menuText } from '../../core/i18n/menuText.ts';
import { useMoment } from '../useMoment.ts';

/** Says a value as its list does: choices and switches in words, moments in the enterprise's zone, permissions by name. */
export function useValueText(): (list: string, column: string, value: unknown) => string {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const permission = (code: string): string => {
    const [key = '', verb] = code.split(':');
    const menu = menuText(t, key);
    return verb === undefined ? menu : `${menu} · ${t([`button.${code}`, `button.${verb}`], { defaultValue: verb })}`;
  };
  return (list, column, value) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'object') {
      return Object.entries(value)
        .map(([name, one]) => `${name}: ${typeof one === 'object' ? JSON.stringify(one) : one}`)
        .join(' · ');
    }
    const words = listTextKeys(list, `${column}.${value}`).find((key) => i18n.exists(key));
    if (words !== undefined) return t(words, { defaultValue: words });
    if (column === 'permissions') return permission(String(value));
    if (column.endsWith('_at') && typeof value === 'string') return moment(value);
    if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no');
    return String(value);
  };
}
