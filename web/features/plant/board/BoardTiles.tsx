import type { BoardLine } from '@suyuan/contract/plant/line/line-board.ts';
import { Empty, Progress, Skeleton } from 'antd';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { useDuration } from '../stop/useDuration.ts';
import { BoardNotice } from './BoardNotice.tsx';
import { ageOf, lightOf, percentOf, silentOf } from './boardFigures.ts';
import { useAlarmText } from './useAlarmText.ts';
import { useBoard } from './useBoard.ts';
import './board.css';

/** All lines that the person may see, as tiles by factory; each opens the board of its line. */
export function BoardTiles() {
  const { t } = useTranslation();
  const board = useBoard();
  const { lines, error, refetch, now, lostFor, isOver } = board;
  if (!lines) return error && !isOver ? <PartFailure of={{ error, refetch }} /> : <Skeleton active />;
  if (lines.length === 0) return <Empty description={t('board.empty')} />;
  const byFactory = Map.groupBy(lines, ({ factory_name }) => factory_name);
  return (
    <div className={`board-tiles ${lostFor === undefined && !isOver ? '' : 'board-old'}`}>
      <BoardNotice board={board} />
      {[...byFactory].map(([factory, own]) => (
        <section key={factory} aria-label={factory}>
          <h2>{factory}</h2>
          <ul>
            {own.map((line) => (
              <Tile key={line.line_id} line={line} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Tile({ line, now }: { readonly line: BoardLine; readonly now: number }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const duration = useDuration();
  const alarmText = useAlarmText();
  const { order, rate, nominal_speed, alarms, stops } = line;
  const stop = stops.find(({ goes_on }) => goes_on);
  const age = ageOf(line, now);
  return (
    <li className={`board-tile board-${lightOf(line)}`}>
      <Link to={`/board?line=${line.line_id}`}>
        <header>
          <strong>{line.line_name}</strong>
          <span className="board-light">
            {t(`board.condition.${line.condition}`)}
            {line.condition === 'silent' && age !== undefined && ` · ${duration(age)}`}
          </span>
        </header>
        {order ? (
          <>
            <p>
              {order.product_name} · {order.order_no}
              {order.lot && ` · ${order.lot}`}
            </p>
            <Progress percent={percentOf(order)} size="small" showInfo={false} aria-label={t('board.made')} />
            <dl>
              <dt>{t('board.made')}</dt>
              <dd>
                {count(order.made)} / {count(order.planned)}
              </dd>
              <dt>{t('board.rate')}</dt>
              <dd>
                {rate === null ? '—' : count(rate)}
                {nominal_speed !== null && ` / ${count(nominal_speed * 60)}`}
              </dd>
              <dt>{t('board.rejected')}</dt>
              <dd>
                {count(order.rejected)}
                {order.made > 0 && ` (${share(order.rejected / order.made)})`}
              </dd>
            </dl>
          </>
        ) : (
          <p className="board-none">{t('board.noOrder')}</p>
        )}
        {stop && (
          <p className="board-stop">
            {t('board.stoppedFor', { time: duration((now - Date.parse(stop.begins_at)) / 1000) })} ·{' '}
            {stop.reason_name ?? stop.device_reason ?? t('board.noReason')}
          </p>
        )}
        {silentOf(line, now).map(({ name, age }) => (
          <p key={name} className="board-silent">
            {t('board.deviceSilent', { name, age: duration(age) })}
          </p>
        ))}
        {alarms.map((alarm) => (
          <p key={alarm.id} className={alarm.acknowledged_at ? 'board-alarm board-seen' : 'board-alarm'}>
            {alarmText(alarm)}
          </p>
        ))}
      </Link>
    </li>
  );
}
