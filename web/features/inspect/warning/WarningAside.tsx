import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { type ConsumerWarning, consumerWarningDetail } from '@suyuan/contract/inspect/consumer-warning.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { Moment, useMoment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { SeenMap } from '../SeenMap.tsx';
import { SeenPlace } from '../SeenPlace.tsx';
import { limitsInWords } from './limitsInWords.ts';
import './warning.css';

type Detail = OutputOf<typeof consumerWarningDetail>;

/** The detail of a warning: figures, limits, visits and history. */
export default function WarningAside({ warning }: { readonly warning: Pick<ConsumerWarning, 'id'> }) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [consumerWarningDetail.path, warning.id],
    queryFn: ({ signal }) => call(consumerWarningDetail, { id: warning.id }, { signal, silent: true }),
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="warning-aside">
      <Saw detail={detail.data} />
      <SeenMap
        title={t('queryconsumerwarning.map')}
        counted={t('queryconsumerwarning.visits')}
        seen={detail.data.visits}
      />
      {detail.data.visits.length > 0 && <Visits detail={detail.data} />}
      <Firings detail={detail.data} />
      <Steps detail={detail.data} />
    </div>
  );
}

/** What the rule saw, in words. */
function useFiguresText(rule: Detail['rule']) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (figures: Detail['figures']) => {
    const values = Object.fromEntries(
      Object.entries(figures).map(([name, value]) => {
        if (name === 'since') return [name, moment(value as string)];
        if (name === 'place') return [name, listText(t, 'forensics', `link.${value}`)];
        return [name, name === 'life' ? listText(t, 'queryconsumerwarning', `life.${value}`) : value];
      }),
    );
    return t(`queryconsumerwarning.saw.${rule}`, values);
  };
}

function Saw({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { rule, figures, limits, param_version, areas, place_basis, status } = detail;
  const figuresText = useFiguresText(rule);
  return (
    <>
      <h2>{t('queryconsumerwarning.sawTitle')}</h2>
      <p>
        {figuresText(figures)} <HeldTag held={detail.held} hold={detail.hold} />
      </p>
      {status !== 'settled' && <Alert type="info" showIcon title={t('queryconsumerwarning.suspected')} />}
      {place_basis === 'address' && <Alert type="warning" showIcon title={t('queryconsumerwarning.addressAlone')} />}
      <dl className="data-page-facts">
        <Fact title={t('queryconsumerwarning.limits', { version: param_version })}>{limitsInWords(t, limits)}</Fact>
        {areas.length > 0 && <Fact title={t('queryconsumerwarning.areas')}>{areas.join('、')}</Fact>}
      </dl>
    </>
  );
}

function Visits({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  return (
    <>
      <h2>{t('queryconsumerwarning.visits')}</h2>
      <ol className="warning-visits">
        {detail.visits.map((visit) => (
          <li key={`${visit.at} ${visit.code} ${visit.device}`}>
            <Moment at={visit.at} />
            <SeenPlace {...visit} />
            <span>{visit.device}</span>
            {detail.code === null && <code>{visit.code}</code>}
            {visit.scans > 1 && <span>{t('queryconsumerwarning.scans', { n: visit.scans })}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Each time that the rule fired, with what it saw then; there is nothing to compare if it did once. */
function Firings({ detail: { rule, firings } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const figuresText = useFiguresText(rule);
  if (firings.length < 2) return null;
  return (
    <>
      <h2>{t('queryconsumerwarning.firings')}</h2>
      <ol className="warning-visits">
        {firings.map(({ at, figures }) => (
          <li key={at}>
            <Moment at={at} />
            <span>{figuresText(figures)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function Steps({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  if (detail.steps.length === 0) return null;
  return (
    <>
      <h2>{t('queryconsumerwarning.steps')}</h2>
      <ol className="warning-visits">
        {detail.steps.map(({ at, by, step, text }) => (
          <li key={`${at} ${step}`}>
            <Moment at={at} />
            <span>{by}</span>
            <strong>{listText(t, 'queryconsumerwarning', `step.${step}`)}</strong>
            {text && <span>{text}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
