import { team } from '@suyuan/contract/plant/team.ts';
import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { ofFactoryShown } from '../factory/ofFactoryShown.ts';
import { MembersSelect } from './MembersSelect.tsx';

interface TimeInputProps {
  readonly id?: string;
  /** `07:30` */
  readonly value?: unknown;
  readonly onChange?: (value: string | null) => void;
}

/** Input for a time of day, to the minute, without a time zone. */
function TimeInput({ id, value, onChange }: TimeInputProps) {
  return (
    <TimePicker
      {...(id === undefined ? {} : { id })}
      format="HH:mm"
      minuteStep={5}
      needConfirm={false}
      value={typeof value === 'string' && value !== '' ? dayjs(`2000-01-01T${value}`) : null}
      onChange={(time) => onChange?.(time?.format('HH:mm') ?? null)}
      style={{ width: '100%' }}
    />
  );
}

export const teamList = thingList(team, {
  titleOf: (row) => row.team_name,
  shown: {
    team_code: { width: 100, example: 'BZ-01', form: { hint: 'field.codeHint' } },
    team_name: { width: 140, example: 'example.team_name' },
    ...ofFactoryShown,
    factory_name: { width: 150 },
    status: { width: 80 },
    shift_start: { input: TimeInput, width: 90, example: '20:00' },
    shift_end: {
      input: TimeInput,
      width: 100,
      form: { hint: 'classlist.shiftHint' },
      example: '08:00',
      render: (row) => <ShiftEnd start={`${row.shift_start}`} end={`${row.shift_end}`} />,
    },
    members: {
      input: MembersSelect,
      form: { initial: [], hint: 'classlist.membersHint' },
      example: 'zhang.san, li.si',
    },
    member_accounts: { width: 200, hidden: true },
    member_names: { width: 220 },
    remark: { kind: 'longtext', width: 200, hidden: true },
  },
});

/** The end of a shift, marked if it is on the next day. */
function ShiftEnd({ start, end }: { start: string; end: string }) {
  const { t } = useTranslation();
  return end < start ? t('classlist.nextDay', { time: end }) : end;
}
