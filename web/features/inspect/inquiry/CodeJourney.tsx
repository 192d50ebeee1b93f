import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import { declarableEvents } from '@suyuan/contract/trace/error-declaration.ts';
import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import { type EventType, eventTypesOfLots } from '@suyuan/contract/trace/events.ts';
import { Button, Empty, type TableColumnsType } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText, listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { eventText } from '#ui/history/eventText.ts';
import { Panel } from '#ui/Panel.tsx';
import { StackedTable } from '#ui/StackedTable.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { DeclareWrong } from './DeclareWrong.tsx';

/** A row of the history: an event, or evidence that is not sealed yet. */
interface Line {
  readonly key: string;
  readonly at: string;
  readonly what: string;
  readonly reason: string | null;
  readonly by: string | null;
  readonly act?: EventRow;
}

/** Events and unsealed evidence, latest first. Results of inspections are shown with their events. */
function linesOf({ acts: events, inspections, evidence }: CodeInformation, t: TFunction): Line[] {
  const caseNo = (no: string) => `${t('menu.forensics')} ${no}`;
  const linesByEvent = new Map<number | null, Pick<Line, 'what' | 'reason'>>();
  for (const { event_id, verdict, area_name } of inspections) {
    const what = `${t('menu.inspectrecord')}: ${choiceText(t, 'inspectrecord.verdict', verdict)}`;
    linesByEvent.set(event_id, { what, reason: area_name });
  }
  for (const { event_id, case_no } of evidence) linesByEvent.set(event_id, { what: caseNo(case_no), reason: null });
  const history = events.map((event) => ({
    key: `act ${event.id}`,
    at: event.event_time,
    what: eventText(t, event),
    reason: event.reason,
    by: event.for_device ? `${event.by} ${t('events.for', { device: event.for_device })}` : event.by,
    act: event,
    ...linesByEvent.get(event.id),
  }));
  const drafts = evidence
    .filter(({ event_id }) => event_id === null)
    .map(({ id, case_no, found_at: at }) => ({ key: `case ${id}`, at, what: caseNo(case_no), reason: null, by: null }));
  return [...history, ...drafts].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** The codes of an event, or its lot. */
function codesOf({ act: eventType, codes, code_count, lot }: EventRow, t: TFunction) {
  if (codes.length > 0) {
    const others = code_count - Math.min(codes.length, 2);
    return (
      <>
        <code>{codes.slice(0, 2).join(' ')}</code> {others > 0 && t('events.more', { count: others })}
      </>
    );
  }
  return eventTypesOfLots.some((one) => one === eventType) ? `${t('field.lot')} ${lot}` : '—';
}

/** Whether the event can be declared wrong and was not yet. */
const isDeclarable = ({ act: eventType, corrected, corrects }: EventRow): boolean =>
  declarableEvents.includes(eventType as EventType) && !corrected && corrects === null;

interface CodeJourneyProps {
  readonly facts: CodeInformation;
  /** Called after an event was declared wrong. */
  readonly onChange: () => void;
}

/** The history of a code and of the packages around it, with its waybills and materials. */
export function CodeJourney({ facts, onChange }: CodeJourneyProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [declaring, setDeclaring] = useState<EventRow>();
  const columns: TableColumnsType<Line> = [
    { key: 'at', title: t('field.at'), render: (_, { at }) => <Moment at={at} /> },
    {
      key: 'act',
      title: t('events.event'),
      render: (_, { what, act: event }) => (
        <>
          {what} {event?.corrected && <StatusTag tone="error">{t('field.corrected')}</StatusTag>}
          {event?.error_reason && (
            <StatusTag tone="warning">
              {t('events.declares') + t('datapage.colon') + t(`events.error.${event.error_reason}`)}
            </StatusTag>
          )}
          {event && can('informationinquiry:declare') && isDeclarable(event) && (
            <Button className="inquiry-declare" type="link" size="small" onClick={() => setDeclaring(event)}>
              {t('button.declare')}
            </Button>
          )}
        </>
      ),
    },
    { key: 'codes', title: t('scan.codes'), render: (_, { act: event }) => event && codesOf(event, t) },
    {
      key: 'order',
      title: t('field.work_order'),
      render: (_, { act: event }) => (
        <RecordLink to="work_order" id={event?.work_order_id}>
          {event?.order_no}
        </RecordLink>
      ),
    },
    {
      key: 'waybill',
      title: t('field.waybill'),
      render: (_, { act: event }) => (
        <RecordLink to="waybill" id={event?.waybill_id}>
          {event?.waybill_no}
        </RecordLink>
      ),
    },
    { key: 'reason', title: t('field.reason'), render: (_, { reason }) => reason ?? '—' },
    { key: 'by', title: t('field.done_by'), render: (_, { by }) => by ?? '—' },
  ];
  return (
    <Panel aria-label={t('events.history')}>
      <h2>{t('events.history')}</h2>
      <StackedTable
        rowKey="key"
        columns={columns}
        dataSource={linesOf(facts, t)}
        pagination={false}
        locale={{ emptyText: t('events.noHistory') }}
      />
      {declaring && (
        <DeclareWrong code={facts.code} act={declaring} onClose={() => setDeclaring(undefined)} onDone={onChange} />
      )}
      <Waybills of={facts} />
      <Materials of={facts} />
    </Panel>
  );
}

/** The waybills of a code. */
function Waybills({ of: { waybills } }: { readonly of: CodeInformation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <>
      <h2>{t('field.waybill')}</h2>
      {waybills.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.noWaybills')} />
      )}
      <ul className="inquiry-list">
        {waybills.map(({ id, waybill_no, kind, status, dealer_name, units, loaded_at }) => (
          <li key={`${id} ${loaded_at}`}>
            <strong>{waybill_no}</strong>
            <span>{listText(t, 'freight', `kind.${kind}`)}</span>
            <span>{listText(t, 'freight', `status.${status}`)}</span>
            {dealer_name && <span>{dealer_name}</span>}
            <span>{count(units)}</span>
            <Moment at={loaded_at} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The materials of a code's product. */
function Materials({ of: { materials } }: { readonly of: CodeInformation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <>
      <h2>{t('informationinquiry.materials')}</h2>
      {materials.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.noMaterials')} />
      )}
      <ul className="inquiry-list">
        {materials.map(({ material_name, material_lot, supplier, amount, unit }) => (
          <li key={`${material_name} ${material_lot} ${supplier} ${amount}`}>
            <strong>{material_name}</strong>
            <span>{material_lot}</span>
            {supplier && <span>{supplier}</span>}
            <span>{[count(amount), unit].filter(Boolean).join(' ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
