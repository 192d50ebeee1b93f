import type { ApiKey } from '@suyuan/contract/integration/api-key.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import './key.css';

/** The calls of the last days as bars, those that were refused in another colour. */
export function KeyUse({ days, calls }: Pick<ApiKey, 'days' | 'calls'>) {
  const numbers = useNumbers();
  const { t } = useTranslation();
  const most = Math.max(1, ...days.map((day) => day.calls));
  return (
    <span className="key-use">
      <span>{numbers.count(calls)}</span>
      <svg className="key-bars" viewBox="0 0 70 20" role="img" aria-label={t('apikey.calls')}>
        {lastDays(days).map(({ day, calls, refused }, index) => {
          const height = (calls / most) * 18;
          const fault = calls === 0 ? 0 : (refused / calls) * height;
          return (
            <g key={day}>
              <title>
                {t('apikey.callsOfDay', { day, calls: numbers.count(calls), refused: numbers.count(refused) })}
              </title>
              <rect x={index * 5} y={19} width={4} height={1} className="key-none" />
              <rect x={index * 5} y={19 - height} width={4} height={height} className="key-calls" />
              <rect x={index * 5} y={19 - fault} width={4} height={fault} className="key-refused" />
            </g>
          );
        })}
      </svg>
    </span>
  );
}

const shown = 14;

/** The last fourteen days, also those without calls, as far as the days with calls tell which they are. */
function lastDays(days: ApiKey['days']): ApiKey['days'] {
  const last = days.at(-1)?.day;
  if (!last) return [];
  const byDay = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: shown }, (_, ago) => {
    const moment = new Date(`${last}T00:00:00Z`);
    moment.setUTCDate(moment.getUTCDate() - (shown - 1 - ago));
    const day = moment.toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, calls: 0, refused: 0 };
  });
}
