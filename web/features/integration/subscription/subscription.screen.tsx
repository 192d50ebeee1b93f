import type { Call } from '@suyuan/contract/call/call.ts';
import {
  type Subscription,
  subscription,
  subscriptionDelete,
  subscriptionPause,
  subscriptionResend,
  subscriptionResume,
} from '@suyuan/contract/integration/subscription.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import '../document.css';
import { scheduleWords } from './scheduleWords.ts';

type Step = 'pause' | 'resume' | 'resend' | 'delete';
const calls: Readonly<Record<Step, Call>> = {
  pause: subscriptionPause,
  resume: subscriptionResume,
  resend: subscriptionResend,
  delete: subscriptionDelete,
};

/** Asks before a step, with what follows from it. */
function Ask({
  step,
  row: { id, query_name },
  onClose,
  onDone,
}: RowDialogProps<Subscription> & { readonly step: Step }) {
  const { t } = useTranslation();
  return (
    <FormDialog
      title={t(`subscription.${step}Title`, { name: query_name })}
      okText={t(`button.${step}`)}
      danger={step === 'delete'}
      run={() => call(calls[step], { id }, { fieldErrors: true })}
      onSaved={onDone}
      onClose={onClose}
    >
      <Alert type={step === 'delete' ? 'warning' : 'info'} showIcon title={t(`subscription.${step}Text`)} />
    </FormDialog>
  );
}

const spec = thingList(subscription, {
  thing: subscription.table,
  titleOf: (row) => row.query_name,
  detailWidth: 640,
  actions: [
    {
      key: 'resend',
      text: 'button.resend',
      permission: 'subscription:resend',
      shown: ({ state }) => state !== 'paused',
      dialog: (props) => <Ask step="resend" {...props} />,
    },
    {
      key: 'pause',
      text: 'button.pause',
      permission: 'subscription:pause',
      shown: ({ state }) => state !== 'paused',
      dialog: (props) => <Ask step="pause" {...props} />,
    },
    {
      key: 'resume',
      text: 'button.resume',
      permission: 'subscription:pause',
      shown: ({ state }) => state === 'paused',
      dialog: (props) => <Ask step="resume" {...props} />,
    },
    {
      key: 'delete',
      text: 'button.delete',
      permission: 'subscription:delete',
      danger: true,
      dialog: (props) => <Ask step="delete" {...props} />,
    },
  ],
  shown: {
    query_name: { width: 150 },
    subscriber: { width: 140 },
    state: { width: 100, tones: { active: 'success', failing: 'warning', paused: 'default', stopped: 'error' } },
    dest: { width: 240, render: (row) => <Destination {...row} /> },
    schedule: { column: true, width: 190, render: (row) => <When {...row} /> },
    last_notified_at: { width: 150 },
    last_events: { width: 110, hidden: true },
    failures: { width: 90 },
    last_error: { kind: 'longtext', width: 200 },
    next_at: { width: 150, hidden: true },
    min_record_time: { width: 150, hidden: true },
    withheld_count: { width: 110, hidden: true },
    withheld: { column: false, detail: false },
    updated_at: { hidden: true },
  },
  detailAside: (row) => <NotSent {...row} />,
});

function Destination({ dest }: Pick<Subscription, 'dest'>) {
  const { t } = useTranslation();
  return <span className="integration-uri">{dest ?? t('subscription.socket')}</span>;
}

function When({ schedule }: Pick<Subscription, 'schedule'>) {
  const { t, i18n } = useTranslation();
  return scheduleWords(schedule, t, i18n.language);
}

/** Events that were not sent, with the reason. */
function NotSent({ withheld }: Pick<Subscription, 'withheld'>) {
  const { t } = useTranslation();
  if (withheld.length === 0) return null;
  return (
    <section aria-label={t('subscription.withheld')}>
      <h3>{t('subscription.withheld')}</h3>
      <ul className="integration-list">
        {withheld.map(({ eventID, reason }) => (
          <li key={`${eventID} ${reason}`}>
            <code>{eventID}</code> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const preload = firstRows(spec);

/** 订阅: what other systems are told, and whether it arrives. */
export default function Subscriptions() {
  return <DataPage spec={spec} />;
}
