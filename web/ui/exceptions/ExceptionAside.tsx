import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { ExceptionScreen } from '@suyuan/contract/trace/exception.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Timeline } from 'antd';
import { call } from '#core/api/call.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '../code/CodeText.tsx';
import { Fact } from '../facts/Fact.tsx';
import { Moment } from '../facts/Moment.tsx';
import { RecordLink } from '../facts/RecordLink.tsx';
import { PartFailure } from '../failure/PartFailure.tsx';
import type { Row } from '../records.ts';
import { RefusalTexts } from './RefusalTexts.tsx';
import './exceptions.css';

type Detail = OutputOf<ExceptionScreen['detail']>;

/** The detail of an exception: the events in conflict, the refusals, the history and the original content. */
export default function ExceptionAside({ screen, id }: { readonly screen: ExceptionScreen; readonly id: Row['id'] }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [screen.detail.path, id],
    queryFn: ({ signal }) => call(screen.detail, { id: id as number }, { signal }),
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      {data.sides.length > 0 && <h2 className="exception-heading">{t('exception.sides')}</h2>}
      <div className="exception-sides">
        {data.sides.map((side, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they are
          <Side key={at} side={side} />
        ))}
      </div>
      {data.refusals.length > 0 && (
        <>
          <h2 className="exception-heading">{t('exception.refusals')}</h2>
          <RefusalTexts refusals={data.refusals} />
        </>
      )}
      {data.codes.length > 1 && <Codes codes={data.codes} />}
      <h2 className="exception-heading">{t('exception.history')}</h2>
      <History notes={data.notes} />
      {data.raw !== null && (
        <>
          <h2 className="exception-heading">{t('exception.raw')}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <pre className="exception-raw" tabIndex={0}>
            {data.raw}
          </pre>
        </>
      )}
    </>
  );
}

function Side({ side }: { readonly side: Detail['sides'][number] }) {
  const { t } = useTranslation();
  const title = t(`exception.${side.role}`);
  if ('hidden' in side)
    return (
      <section className="exception-side" aria-label={title}>
        <h3>{title}</h3>
        <p>{t('exception.hidden')}</p>
      </section>
    );
  const { act: eventType, at, work_order_id, order_no, line, device, person, file, package: parent } = side;
  return (
    <section className="exception-side" aria-label={title}>
      <h3>
        {title} · {t(`event.${eventType}`)}
      </h3>
      <dl className="data-page-facts">
        <Fact title={t('exception.when')}>
          <Moment at={at} />
        </Fact>
        {order_no && (
          <Fact title={t('field.work_order_no')}>
            <RecordLink to="work_order" id={work_order_id}>
              {order_no}
            </RecordLink>
          </Fact>
        )}
        {line && <Fact title={t('field.line')}>{line}</Fact>}
        {device && <Fact title={t('field.device')}>{device}</Fact>}
        {person && <Fact title={t('exception.by')}>{person}</Fact>}
        {file && <Fact title={t('field.file_name')}>{file}</Fact>}
        {parent && (
          <Fact title={t('exception.package')}>
            <CodeText code={parent} to="relevance" />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <details className="exception-codes">
      <summary>{t('exception.allCodes', { count: codes.length })}</summary>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function History({ notes }: { readonly notes: Detail['notes'] }) {
  const { t } = useTranslation();
  if (notes.length === 0) return <p>{t('exception.none')}</p>;
  const items = notes.map(({ step, text, by, at }) => ({
    content: (
      <>
        <strong>{choiceText(t, 'exception.step', step)}</strong> {by} <Moment at={at} />
        <div className="exception-note">{text}</div>
      </>
    ),
  }));
  return <Timeline items={items} />;
}
