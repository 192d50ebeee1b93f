import type { BoardAlarm } from '@suyuan/contract/plant/line/line-board.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Returns a function that tells an alarm in a sentence. */
export function useAlarmText(): (alarm: BoardAlarm) => string {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return ({ kind, value, limit_value }) => t(`board.alarm.${kind}`, { value: count(value), limit: count(limit_value) });
}
