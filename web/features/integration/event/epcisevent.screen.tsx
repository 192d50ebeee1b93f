import { DownloadOutlined } from '@ant-design/icons';
import { epcisEventTypes } from '@suyuan/codes/epc/epcis-event-types.ts';
import {
  type EpcisEventRow,
  epcisEvent,
  epcisEventFile,
  mostOfFile,
} from '@suyuan/contract/integration/epcis-event.ts';
import { Alert, Form } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { EventWords } from './EventWords.tsx';

const EventAside = later(() => import('./EventAside.tsx'));

const spec = thingList(epcisEvent, {
  titleOf: ({ biz_step, type, objects: [first] }) => [biz_step ?? type, first].filter(Boolean).join(' · '),
  detailWidth: 760,
  buttons: [
    {
      text: 'button.download',
      icon: <DownloadOutlined aria-hidden />,
      permission: 'epcisevent:export',
      dialog: SaveEvents,
    },
  ],
  shown: {
    epc: { width: 200, search: 'first' },
    event_time: { width: 150 },
    type: { width: 110, render: ({ type }) => <TypeOfEvent type={type} /> },
    action: { width: 90 },
    biz_step: { width: 130, search: true },
    disposition: { width: 130, search: true, hidden: true },
    objects: { width: 330, render: (row) => <Objects {...row} />, detail: false },
    object_count: { width: 90, hidden: true },
    read_point: { width: 200, search: true },
    biz_location: { width: 200, search: true, hidden: true },
    record_time: { width: 150, hidden: true },
    event_id: { width: 220, search: true, hidden: true },
    declared: { column: false, detail: false },
    id: { search: false, column: false },
  },
  detailAside: (row) => (
    <Suspense>
      <EventWords {...row} />
      <EventAside id={row.id} />
    </Suspense>
  ),
});

function TypeOfEvent({ type }: Pick<EpcisEventRow, 'type'>) {
  const { t } = useTranslation();
  const known = epcisEventTypes.find((one) => one === type);
  return known ? t(`epcisevent.type.${known}`) : type;
}

function Objects({ objects, object_count }: Pick<EpcisEventRow, 'objects' | 'object_count'>) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const [first] = objects;
  if (first === undefined) return '—';
  const more = object_count - 1;
  return (
    <span className="integration-uri">
      {first}
      {more > 0 && ` ${t('epcisevent.more', { count: more, shown: numbers.count(more) })}`}
    </span>
  );
}

/** Saves what the list shows as a document of EPCIS. */
function SaveEvents({ onClose }: DialogProps) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const [query] = useSearchParams();
  const filters = Object.keys(epcisEventFile.input.properties).flatMap((key) =>
    query.get(key) && key !== 'format' ? [[key, query.get(key)]] : [],
  );
  return (
    <FormDialog
      title={t('epcisevent.saveTitle')}
      okText={t('button.download')}
      initialValues={{ format: 'jsonld' }}
      run={({ format }) =>
        download(epcisEventFile, { ...Object.fromEntries(filters), format: format as 'jsonld' }, { fieldErrors: true })
      }
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('epcisevent.saveText', { most: numbers.count(mostOfFile) })} />
      <Form.Item name="format" label={t('epcisevent.format')} style={{ marginTop: 16 }}>
        <Choice
          options={[
            { value: 'jsonld', label: 'JSON-LD' },
            { value: 'xml', label: 'XML' },
          ]}
        />
      </Form.Item>
    </FormDialog>
  );
}

export const preload = firstRows(spec);

/** EPCIS 事件: what other systems captured and what is done here, in the words of EPCIS. */
export default function EpcisEvents() {
  return <DataPage spec={spec} />;
}
