import type { BoxCode } from '@suyuan/contract/physical/stock/stock.ts';
import type { Stock } from '@suyuan/contract/trace/states.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Returns a function that says in words where goods are. */
export function useWhereabouts(): (where: BoxCode['where']) => string {
  const { t } = useTranslation();
  return ({ stock, name, code }) => {
    const place = name ?? code;
    const words = t(`field.stock.${stock as Stock}`);
    return place ? `${words} ${place}` : words;
  };
}
