import { type Partner, partner } from '@suyuan/contract/integration/partner.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Document } from '../Document.tsx';
import { ProfileInput } from './ProfileInput.tsx';

const profile = { column: false, search: false, import: false, input: ProfileInput } as const;

const spec = thingList(partner, {
  titleOf: (row) => row.partner_name,
  wideForm: true,
  detailWidth: 640,
  shown: {
    partner_code: { width: 110, example: 'HB-01' },
    partner_name: { width: 180, example: 'partner.nameExample' },
    gln: { width: 140, example: '6901234567892' },
    gs1_prefixes: { width: 120, hidden: true, example: '6901234', form: { hint: 'gln.prefixesHint' } },
    status: { width: 80 },
    sends: { kind: 'longtext', width: 180, hidden: true, example: 'partner.sendsExample' },
    gets: { kind: 'longtext', width: 180, hidden: true, example: 'partner.getsExample' },
    keys: { width: 150, column: true, render: ({ keys }) => <KeyNames keys={keys} /> },
    last_exchange: { width: 150 },
    profile_in: { ...profile, form: { hint: 'partner.profileHint', whole: true } },
    profile_out: { ...profile, form: { hint: 'partner.profileOutHint', whole: true } },
    remark: { kind: 'longtext', width: 160, hidden: true },
  },
  detailAside: (row) => <Schemas {...row} />,
});

function KeyNames({ keys }: Pick<Partner, 'keys'>) {
  const { t } = useTranslation();
  return keys.length === 0 ? t('partner.noKeys') : keys.join(', ');
}

/** The profiles of a partner, beside its facts. */
function Schemas({ profile_in, profile_out }: Pick<Partner, 'profile_in' | 'profile_out'>) {
  const { t } = useTranslation();
  return (
    <>
      {profile_in && <Document title={t('partner.profile_in')} text={profile_in} />}
      {profile_out && <Document title={t('partner.profile_out')} text={profile_out} />}
    </>
  );
}

export const preload = firstRows(spec);

/** 伙伴: who exchanges events with the enterprise, with its keys, and what its events have to be like. */
export default function Partners() {
  return <DataPage spec={spec} />;
}
