import type { Task } from '@suyuan/contract/plant/task.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** From this number on, the remaining time is shown in minutes. */
const manySeconds = 120;

/** The speed of a job and its remaining time, as far as known. */
export function JobPace({ task: { rows_per_second, seconds_left } }: { readonly task: Task }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <>
      {rows_per_second !== null && <div>{t('codefile.pace', { n: count(rows_per_second) })}</div>}
      {seconds_left !== null && (
        <div>
          {seconds_left < manySeconds
            ? t('codefile.secondsLeft', { n: seconds_left })
            : t('codefile.minutesLeft', { n: count(Math.ceil(seconds_left / 60)) })}
        </div>
      )}
    </>
  );
}
