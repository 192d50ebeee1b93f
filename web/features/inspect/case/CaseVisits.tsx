import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import type { VisitOfCase } from '@suyuan/contract/inspect/case/case-detail.ts';
import { Button, Slider } from 'antd';
import { useEffect, useState } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { SeenMap } from '../SeenMap.tsx';
import { SeenPlace } from '../SeenPlace.tsx';

interface CaseVisitsProps {
  /** In chronological order. */
  readonly visits: readonly VisitOfCase[];
  readonly total: number;
}

/** A whole replay takes about so long, in milliseconds. */
const replay = 8000;
/** The visits that are listed: those up to the moment of the replay, the latest first. */
const listed = 20;

/** The visits on a map, which can be replayed in chronological order. */
export function CaseVisits({ visits, total }: CaseVisitsProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [until, setUntil] = useState(visits.length);
  const [isPlaying, setPlaying] = useState(false);
  const many = visits.length;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(
      () => {
        setUntil((now) => Math.min(now + Math.max(1, Math.round(many / 40)), many));
      },
      Math.max(120, replay / Math.max(many, 1)),
    );
    return () => clearInterval(timer);
  }, [isPlaying, many]);
  const isOver = until >= many;
  useEffect(() => {
    if (isOver) setPlaying(false);
  }, [isOver]);
  if (many === 0) return null;
  const play = () => {
    if (isOver) setUntil(1);
    setPlaying(!isPlaying);
  };
  const shown = visits.slice(0, until);
  return (
    <section>
      <SeenMap title={t('queryconsumerwarning.map')} counted={t('queryconsumerwarning.visits')} seen={shown} />
      {many > 1 && (
        <div className="case-replay">
          <Button icon={isPlaying ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />} onClick={play}>
            {t(isPlaying ? 'case.pause' : 'case.replay')}
          </Button>
          <Slider
            className="case-slider"
            min={1}
            max={many}
            value={Math.min(until, many)}
            onChange={(value) => {
              setPlaying(false);
              setUntil(value);
            }}
            tooltip={{ formatter: null }}
            ariaLabelForHandle={t('case.replayUntil')}
          />
          <span aria-live="off">
            {t('case.visitOf', { n: count(Math.min(until, many)), all: count(total) })} <Moment at={shown.at(-1)?.at} />
          </span>
        </div>
      )}
      <ol className="case-list">
        {shown
          .toReversed()
          .slice(0, listed)
          .map((visit) => (
            <li key={`${visit.at} ${visit.code} ${visit.device} ${visit.by}`}>
              <Moment at={visit.at} />
              <code>{visit.code}</code>
              <SeenPlace {...visit} />
              <span>{t(`case.visitBy.${visit.by}`)}</span>
              <span>{visit.device}</span>
            </li>
          ))}
      </ol>
    </section>
  );
}
