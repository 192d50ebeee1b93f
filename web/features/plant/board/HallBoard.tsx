import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import type { BoardLine, BoardStop } from '@suyuan/contract/plant/line/line-board.ts';
import { Button, Progress, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useMoment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import GiveReason from '../stop/GiveReason.tsx';
import { useDuration } from '../stop/useDuration.ts';
import { BoardNotice } from './BoardNotice.tsx';
import { ageOf, lightOf, percentOf, secondsLeft, silentOf } from './boardFigures.ts';
import { useAlarmText } from './useAlarmText.ts';
import { type BoardState, useBoard } from './useBoard.ts';
import { useHallScreen } from './useHallScreen.ts';
import './hall.css';

/** One line for the hall: read from ten metres, open for a whole shift. */
export default function HallBoard({ line: id }: { readonly line: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const board = useBoard(id);
  const screen = useHallScreen();
  const [line] = board.lines ?? [];
  const isOld = board.lostFor !== undefined || board.isOver;
  const light = line && !isOld ? lightOf(line) : 'grey';
  return (
    <section
      className={`hall hall-${light} ${isOld ? 'hall-old' : ''}`}
      aria-label={line?.line_name ?? t('menu.board')}
    >
      <div className="hall-tools">
        <Button
          type="text"
          icon={screen.isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          aria-label={t(screen.isFull ? 'board.leaveFull' : 'navbar.fullscreen')}
          onClick={screen.toggle}
        />
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('board.close')}
          onClick={() => void screen.leave().then(() => navigate('/board'))}
        />
      </div>
      <BoardNotice board={board} />
      {line ? <Line line={line} board={board} /> : <Missing board={board} />}
    </section>
  );
}

const Missing = ({ board }: { readonly board: BoardState }) =>
  board.error && !board.isOver ? <PartFailure of={board} /> : <Skeleton active />;

interface LineProps {
  readonly line: BoardLine;
  readonly board: BoardState;
}

function Line({ line, board: { now, refetch } }: LineProps) {
  const { t } = useTranslation();
  const duration = useDuration();
  const moment = useMoment();
  const age = ageOf(line, now);
  const { order } = line;
  return (
    <>
      <header className="hall-head">
        <h1>{line.line_name}</h1>
        <p className="hall-condition" role="status">
          {t(`board.condition.${line.condition}`)}
          {line.condition === 'silent' && age !== undefined && <small>{duration(age)}</small>}
        </p>
        <time>{moment(new Date(now).toISOString()).slice(11, 16)}</time>
      </header>
      {order ? (
        <Order line={line} order={order} />
      ) : (
        <p className="hall-none">{t(line.condition === 'none' ? 'board.nothingTold' : 'board.noOrder')}</p>
      )}
      <Events line={line} now={now} onDone={refetch} />
    </>
  );
}

function Order({ line, order }: { readonly line: BoardLine; readonly order: NonNullable<BoardLine['order']> }) {
  const { t } = useTranslation();
  const { count, share } = useNumbers();
  const duration = useDuration();
  const left = secondsLeft(line);
  const nominal = line.nominal_speed === null ? undefined : line.nominal_speed * 60;
  return (
    <>
      <div className="hall-order">
        <strong>{order.product_name}</strong>
        <span>
          {[order.order_no, order.lot, order.team_name].filter(Boolean).join(' · ')}
          {line.others > 0 && ` · ${t('board.others', { count: line.others })}`}
        </span>
      </div>
      <Progress percent={percentOf(order)} showInfo={false} size={['100%', 18]} aria-label={t('board.made')} />
      <dl className="hall-figures">
        <Figure title={t('board.made')} of={t('board.of', { planned: count(order.planned) })}>
          {count(order.made)}
        </Figure>
        <Figure
          title={t('board.rate')}
          of={
            nominal === undefined
              ? ''
              : t('board.ofNominal', { nominal: count(nominal), share: share((line.rate ?? 0) / nominal) })
          }
        >
          {line.rate === null ? '—' : count(line.rate)}
        </Figure>
        <Figure title={t('board.rejected')} of={order.made > 0 ? share(order.rejected / order.made) : ''}>
          {count(order.rejected)}
        </Figure>
        <Figure title={t('board.left')} of="">
          {left === undefined ? '—' : duration(left)}
        </Figure>
      </dl>
    </>
  );
}

interface FigureProps {
  readonly title: string;
  readonly of: string;
  readonly children: string;
}

const Figure = ({ title, of, children }: FigureProps) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
    <dd className="hall-of">{of || ' '}</dd>
  </div>
);

interface EventsProps {
  readonly line: BoardLine;
  readonly now: number;
  readonly onDone: () => void;
}

/** What somebody has to see to: alarms, the stop, stops without a reason, and what was refused last. */
function Events({ line, now, onDone }: EventsProps) {
  const { t } = useTranslation();
  const { share } = useNumbers();
  const alarmText = useAlarmText();
  const moment = useMoment();
  const duration = useDuration();
  const { alarms, stops, refusals, taken, refused } = line;
  // A line that sends the same again and again is refused in the same words.
  const shownRefusals = [
    ...new Map(refusals.map((one) => [`${one.at} ${one.code} ${one.message}`, one])).values(),
  ].slice(0, maxShown);
  return (
    <div className="hall-events">
      <section>
        {alarms.map((alarm) => (
          <p key={alarm.id} className="hall-alarm">
            {alarmText(alarm)}
          </p>
        ))}
        {silentOf(line, now).map(({ name, age }) => (
          <p key={name} className="hall-silent">
            {t('board.deviceSilent', { name, age: duration(age) })}
          </p>
        ))}
        {stops.slice(0, maxShown).map((stop) => (
          <StopLine key={stop.id} stop={stop} now={now} onDone={onDone} />
        ))}
      </section>
      <section>
        {taken + refused > 0 && (
          <p className="hall-share">{t('board.refusedShare', { share: share(refused / (taken + refused)) })}</p>
        )}
        {shownRefusals.map(({ at, code, message }) => (
          <p key={`${at} ${code} ${message}`} className="hall-refusal">
            <time>{moment(at).slice(11, 16)}</time> {message} <code>{code}</code>
          </p>
        ))}
      </section>
    </div>
  );
}

/** As many as there is room for. */
const maxShown = 3;

function StopLine({
  stop,
  now,
  onDone,
}: {
  readonly stop: BoardStop;
  readonly now: number;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  const duration = useDuration();
  const moment = useMoment();
  const mayGive = useCan()('stop:reason');
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const seconds = stop.goes_on ? (now - Date.parse(stop.begins_at)) / 1000 : stop.seconds;
  const began = moment(stop.begins_at);
  const isToday = began.slice(0, 10) === moment(new Date(now).toISOString()).slice(0, 10);
  const why = stop.reason_name ?? stop.device_reason ?? t('board.noReason');
  return (
    <p className={stop.goes_on ? 'hall-stop hall-now' : 'hall-stop'}>
      <span>
        <time>{began.slice(isToday ? 11 : 5, 16)}</time>{' '}
        {t('board.stoppedFor', { time: duration(Math.max(0, seconds)) })} · {why}
      </span>
      {mayGive && <Button onClick={() => setAsks(true)}>{t('stop.giveReason')}</Button>}
      {asks && (
        <GiveReason
          row={stop}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </p>
  );
}
