import { type SystemMinute, type SystemStatus, systemMinutes } from '@suyuan/contract/organ/system-status.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Chart } from '#ui/charts/Chart.tsx';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { usePalette } from '#ui/charts/palette.ts';
import { useMoment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { type Measure, measures, minuteOption } from './minuteOption.ts';

const minuteMs = 60_000;

/** What a server did in the last hour, a small chart for each measure. */
export function MinuteCharts({ servers }: Pick<SystemStatus, 'servers'>) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState<string>();
  const server_id = choice ?? servers.find(({ answers }) => answers)?.id;
  const minutes = useQuery({
    queryKey: [systemMinutes.path, server_id],
    queryFn: ({ signal }) =>
      call(systemMinutes, server_id === undefined ? {} : { server_id }, { signal, silent: true }),
    refetchInterval: minuteMs,
    placeholderData: keepPreviousData,
  });
  return (
    <ChartPanel
      title={t('systemstatus.lastHour')}
      note={
        servers.length > 1 && (
          <Choice
            aria-label={t('systemstatus.servers')}
            className="system-status-choice"
            value={server_id ?? null}
            onChange={setChoice}
            options={servers.map(({ id, host_name, answers }) => ({
              value: id,
              label: answers ? `${host_name} ${t('systemstatus.answers')}` : host_name,
            }))}
          />
        )
      }
    >
      <PartFailure of={minutes} />
      {minutes.data?.length === 0 && <p className="system-status-soft">{t('systemstatus.noMinutes')}</p>}
      {minutes.data && minutes.data.length > 0 && (
        <div className="system-status-charts">
          {measures.map((measure) => (
            <MinuteChart key={measure} measure={measure} minutes={minutes.data} />
          ))}
        </div>
      )}
    </ChartPanel>
  );
}

interface MinuteChartProps {
  readonly measure: Measure;
  readonly minutes: readonly SystemMinute[];
}

function MinuteChart({ measure, minutes }: MinuteChartProps) {
  const { t } = useTranslation();
  const palette = usePalette();
  const write = useWriter(measure);
  const moment = useMoment();
  const title = t(`systemstatus.measure.${measure}`);
  const option = useMemo(
    () => minuteOption({ measure, minutes, palette, title, write, clock: (at) => moment(at).slice(11, 16) }),
    [measure, minutes, palette, title, write, moment],
  );
  const last = minutes.at(-1)?.[measure] ?? null;
  return (
    <figure>
      <figcaption>
        {title} <strong>{last === null ? '–' : write(last)}</strong>
      </figcaption>
      <div className="system-status-chart">
        <Chart option={option} label={`${title} ${last === null ? '' : write(last)}`} />
      </div>
    </figure>
  );
}

/** Writes the values of a measure: sizes, milliseconds, or counts. */
function useWriter(measure: Measure): (value: number) => string {
  const { bytes, count } = useNumbers();
  return useMemo(() => {
    if (measure === 'memory') return bytes;
    const isTime = measure === 'call_time' || measure === 'scan_time' || measure === 'standstill';
    return isTime ? (value) => `${count(Math.round(value * 1000))} ms` : count;
  }, [measure, bytes, count]);
}
