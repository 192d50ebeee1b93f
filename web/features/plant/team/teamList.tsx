import { team } from '@suyuan/contract/plant/team.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { TimeInput } from '#ui/pickers/TimeInput.tsx';
import { ofFactoryShown } from '../factory/ofFactoryShown.ts';
import { MembersSelect } from './MembersSelect.tsx';
import { ShiftEnd } from './ShiftEnd.tsx';

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
