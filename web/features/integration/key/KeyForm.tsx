import { type ApiKey, apiKeyAdd, apiKeyUpdate } from '@suyuan/contract/integration/api-key.ts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps, RowDialogProps } from '#ui/DataPage/fields.ts';
import { type NewKey, OneTimeKey } from '#ui/deviceKeys/OneTimeKey.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { MomentInput } from '#ui/pickers/DateInput.tsx';
import { KeyPermissions } from './KeyPermissions.tsx';
import { type ChosenParty, PartyChoice } from './PartyChoice.tsx';

interface Entered {
  readonly name: string;
  readonly party?: ChosenParty | undefined;
  readonly permissions: string[];
  readonly networks?: string | undefined;
  readonly expires_at?: string | null | undefined;
}

/** Makes a key, and shows it once. */
export function AddKey({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<NewKey>();
  const add = async (values: FormValues) => {
    const { name, party, ...rest } = values as unknown as Entered;
    const input = { name, ...partyOf(party), ...settingsOf(rest) };
    setMade({ name, ...(await call(apiKeyAdd, input, { fieldErrors: true })) });
  };
  if (made) return <OneTimeKey made={made} note={t('apikey.once')} onClose={onDone} />;
  return (
    <FormDialog
      title={t('apikey.add')}
      okText={t('apikey.make')}
      width={880}
      initialValues={{ permissions: [] }}
      run={add}
      itemOf={itemOf}
      onSaved={() => undefined}
      onClose={onClose}
    >
      <KeyFields isNew />
    </FormDialog>
  );
}

/** Changes a key; its party stays. */
export function EditKey({ row, onClose, onDone }: RowDialogProps<ApiKey>) {
  const { t } = useTranslation();
  const save = async (values: FormValues) => {
    const { name, ...rest } = values as unknown as Entered;
    const { id, updated_at } = row;
    await call(apiKeyUpdate, { id, name, updated_at, ...settingsOf(rest) }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
  };
  const { name, permissions, networks, expires_at } = row;
  return (
    <FormDialog
      title={t('apikey.update')}
      okText={t('datapage.save')}
      width={880}
      initialValues={{ name, permissions, networks: networks.join('\n'), expires_at }}
      run={save}
      itemOf={itemOf}
      onSaved={onDone}
      onClose={onClose}
    >
      <KeyFields isNew={false} ofPartner={row.partner_id !== null} />
    </FormDialog>
  );
}

function KeyFields({ isNew, ofPartner = false }: { readonly isNew: boolean; readonly ofPartner?: boolean }) {
  const { t } = useTranslation();
  const party = Form.useWatch<ChosenParty | undefined>('party');
  const required = (title: string) => t('datapage.required', { title });
  return (
    <>
      <Form.Item
        name="name"
        label={t('apikey.name')}
        rules={[{ required: true, whitespace: true, message: required(t('apikey.name')) }]}
      >
        <Input {...textLimit(apiKeyAdd, 'name')} placeholder={t('apikey.nameExample')} autoComplete="off" />
      </Form.Item>
      {isNew && (
        <Form.Item name="party" label={t('apikey.party_name')} extra={t('apikey.partyHint')}>
          <PartyChoice />
        </Form.Item>
      )}
      <Form.Item name="networks" label={t('apikey.networks')} extra={t('apikey.networksHint')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} placeholder="203.0.113.0/24" spellCheck={false} />
      </Form.Item>
      <Form.Item name="expires_at" label={t('field.expires_at')} extra={t('apikey.expiryHint')}>
        <MomentInput />
      </Form.Item>
      <Form.Item
        name="permissions"
        label={t('apikey.permissions')}
        extra={t('apikey.permissionsHint')}
        rules={[{ required: true, type: 'array', min: 1, message: required(t('apikey.permissions')) }]}
      >
        <KeyPermissions epcisOnly={ofPartner || party?.startsWith('partner') === true} />
      </Form.Item>
    </>
  );
}

const partyOf = (party: ChosenParty | undefined) => {
  const [kind, id] = party?.split(' ') ?? [];
  return kind === undefined ? {} : { party: { [`${kind}_id`]: Number(id) } };
};

const settingsOf = ({ permissions, networks = '', expires_at = null }: Omit<Entered, 'name' | 'party'>) => ({
  permissions,
  expires_at,
  networks: networks.split(/[\s,]+/).filter((network) => network !== ''),
});

/** `networks.2` is shown at the item `networks`. */
const itemOf = (path: string): string => path.split('.', 1)[0] as string;
