import { memberChoices, team } from '@suyuan/contract/plant/shift/team.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import { ofFactoryShown } from './ofFactoryShown.ts';

/** Chooses the members of a team; typing searches on the server. */
function MembersSelect({ value, onChange, ...rest }: OwnInputProps) {
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text);
  const ids = (value as readonly number[] | undefined) ?? [];
  const input = { ...(keyword ? { keyword } : {}), ...(ids.length > 0 ? { ids: ids.join(',') } : {}) };
  const { data, isFetching } = useQuery({
    queryKey: [memberChoices.path, input],
    queryFn: ({ signal }) => call(memberChoices, input, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Choice
      {...rest}
      mode="multiple"
      allowClear
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={isFetching}
      options={data ?? []}
      value={[...ids]}
      onChange={(next: number[]) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  );
}

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

const teamList = thingList(team, {
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

export const preload = firstRows(teamList);

/** Teams with their shifts and members. */
export default function Teams() {
  return <DataPage spec={teamList} />;
}
