import { type Handheld, handheld } from '@suyuan/contract/organ/handheld.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { ClockDifference } from './ClockDifference.tsx';
import { HandheldMessage } from './HandheldMessage.tsx';
import { HandheldStep } from './HandheldStep.tsx';
import { SettleScans } from './SettleScans.tsx';
import { WaitingScans } from './WaitingScans.tsx';

/** 手持终端: handhelds and their people, what waits on them, and ending, locking and messages. */
export default function Handhelds() {
  return <DataPage spec={spec} />;
}

const isLocked = ({ state }: Handheld): boolean => state === 'locked';

const spec = thingList(handheld, {
  thing: handheld.table,
  titleOf: ({ name, no, account }) => `${name ?? no} · ${account ?? ''}`,
  actions: [
    { key: 'message', text: 'button.message', permission: 'handheld:message', dialog: HandheldMessage },
    {
      key: 'settle',
      text: 'button.settle',
      permission: 'handheld:settle',
      shown: ({ refused }) => refused > 0,
      dialog: SettleScans,
    },
    {
      key: 'end',
      text: 'button.end',
      permission: 'handheld:end',
      danger: true,
      shown: ({ state }) => state === 'signed_in',
      dialog: (props) => <HandheldStep step="end" {...props} />,
    },
    {
      key: 'lock',
      text: 'button.lock',
      permission: 'handheld:lock',
      danger: true,
      shown: (row) => !isLocked(row),
      dialog: (props) => <HandheldStep step="lock" {...props} />,
    },
    {
      key: 'unlock',
      text: 'button.unlock',
      permission: 'handheld:lock',
      shown: isLocked,
      dialog: (props) => <HandheldStep step="unlock" {...props} />,
    },
  ],
  shown: {
    name: { width: 120 },
    no: { width: 100, render: ({ no }) => <code>{no}</code> },
    account: { width: 110 },
    party_name: { width: 120, hidden: true },
    state: { width: 90, tones: { signed_in: 'success', signed_out: 'default', locked: 'error' } },
    seen_at: { width: 150 },
    waiting: { width: 150, render: (row) => <WaitingScans {...row} /> },
    oldest_waiting_at: { hidden: true },
    refused: { width: 90 },
    battery: { width: 80, render: ({ battery }) => (battery === null ? '—' : `${Math.round(battery * 100)}%`) },
    model: { width: 120 },
    last_error: { width: 180 },
    clock_ahead: { width: 110, hidden: true, render: (row) => <ClockDifference {...row} /> },
    version: { width: 90, hidden: true },
    message: { width: 160, hidden: true },
    message_at: { hidden: true },
    message_read_at: { hidden: true },
    locked_at: { hidden: true },
    ip: { hidden: true },
    created_at: { hidden: true },
  },
});

export const preload = firstRows(spec);
