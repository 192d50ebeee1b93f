import { type LineLive, linesLive } from '@suyuan/contract/plant/line/line-live.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import { call } from '#core/api/call.ts';
import { timeAgo } from '#core/formats/formatTime.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Tone } from '#ui/DataPage/fields.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import './line.css';

/** The polling interval in milliseconds, while it is visible. */
const freshMs = 5000;

const tones: Readonly<Record<LineLive['condition'], Tone>> = {
  running: 'success',
  standing: 'warning',
  silent: 'error',
  none: 'default',
};

/** The condition of a line. All components on a screen share one query. */
function useLive(line: number) {
  const query = useQuery({
    queryKey: [linesLive.path],
    queryFn: ({ signal }) => call(linesLive, {}, { signal, silent: true }),
    refetchInterval: freshMs,
  });
  return { query, live: query.data?.find(({ id }) => id === line) };
}

/** The condition of a line, its codes in the last minute, and the queue of its devices. */
export function LineState({ line }: { line: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { live } = useLive(line);
  if (!live) return '—';
  return (
    <div className="line-state">
      <StatusTag tone={tones[live.condition]}>{t(`workline.condition.${live.condition}`)}</StatusTag>
      {live.condition !== 'none' && <small>{t('workline.codesInMinute', { count: count(live.codes) })}</small>}
      {live.devices.some(({ doubted }) => doubted) && <StatusTag tone="error">{t('workline.doubted')}</StatusTag>}
      {live.devices.some(({ clock_wrong }) => clock_wrong) && (
        <StatusTag tone="error">{t('workline.clockWrong')}</StatusTag>
      )}
      {live.queue > 0 && <small>{t('workline.queued', { count: count(live.queue) })}</small>}
      {live.condition === 'silent' && live.seen_at && (
        <small>{t('workline.silentFor', { time: timeAgo(live.seen_at, t) })}</small>
      )}
    </div>
  );
}

/** The condition of a line in its detail, by device. */
export function LineDevices({ line }: { line: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const signed = (seconds: number) => (seconds > 0 ? `+${count(seconds)}` : count(seconds));
  const { live, query } = useLive(line);
  if (!live) return query.error ? <PartFailure of={query} /> : <Skeleton active />;
  return (
    <section className="line-devices">
      <h2>{t('workline.live')}</h2>
      <LineState line={line} />
      {live.devices.map(
        ({ id, name, doubted }) =>
          doubted && (
            <Alert
              key={id}
              type="error"
              showIcon
              title={t('workline.doubtedText', { device: name, reads: count(doubted.reads) })}
              description={<Moment at={doubted.at} />}
            />
          ),
      )}
      {live.devices.map(
        ({ id, name, clock_wrong, clock_ahead }) =>
          clock_wrong &&
          clock_ahead !== null && (
            <Alert
              key={id}
              type="error"
              showIcon
              title={t(clock_ahead > 0 ? 'workline.clockFast' : 'workline.clockSlow', {
                device: name,
                seconds: count(Math.abs(clock_ahead)),
              })}
              description={t('workline.clockText')}
            />
          ),
      )}
      <Table<LineLive['devices'][number]>
        size="small"
        rowKey="id"
        dataSource={[...live.devices]}
        pagination={false}
        rowClassName={({ silent }) => (silent ? 'line-device-silent' : '')}
        locale={{ emptyText: t('workline.noDevices') }}
        columns={[
          { title: t('workline.device'), dataIndex: 'name' },
          {
            title: t('workline.deviceState'),
            render: (_, { state }) => (state ? <MachineState state={state} /> : '—'),
          },
          { title: t('workline.deviceQueue'), align: 'end', render: (_, { queue }) => count(queue) },
          {
            title: t('workline.deviceClock'),
            align: 'end',
            render: (_, { clock_ahead }) =>
              clock_ahead === null ? '—' : t('workline.seconds', { count: signed(clock_ahead) }),
          },
          {
            title: t('workline.deviceSeen'),
            render: (_, { seen_at, silent }) => {
              if (!seen_at) return '—';
              if (!silent) return <Moment at={seen_at} />;
              return (
                <>
                  <div>{t('workline.silentFor', { time: timeAgo(seen_at, t) })}</div>
                  <Moment at={seen_at} />
                </>
              );
            },
          },
        ]}
      />
    </section>
  );
}

/** The state of a machine in words, with the PackML name, which its manual uses. */
function MachineState({ state }: { state: NonNullable<LineLive['devices'][number]['state']> }) {
  const { t } = useTranslation();
  const words = t(`workline.machine.${state}`);
  return (
    <>
      {words} {words.toLowerCase() !== state && <code>{state}</code>}
    </>
  );
}
