import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { employeePasswords } from '@suyuan/contract/organ/account.ts';
import { Alert, Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { csvText, saveText } from '#ui/csv.ts';

interface OneTimePasswordsProps extends OutputOf<typeof employeePasswords> {
  /** The names of those that were refused. */
  readonly nameOf: (id: number) => string;
  readonly onClose: () => void;
}

/** Shows the temporary passwords of several people, once, with a file of them. Warns before they are closed without one. */
export function OneTimePasswords({ done, refused, nameOf, onClose }: OneTimePasswordsProps) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(false);
  const columns = (['account_name', 'name', 'one_time_password'] as const).map((key) => ({
    key,
    dataIndex: key,
    title: t(key === 'account_name' ? 'field.account' : `stafflist.${key}`),
  }));
  const save = () => {
    const lines = done.map((person) => columns.map(({ key }) => person[key]));
    saveText(`${t('stafflist.one_time_password')}.csv`, csvText([columns.map(({ title }) => title), ...lines]));
    setSaved(true);
  };
  return (
    <Modal
      open
      width={640}
      title={t('stafflist.passwordsOf', { n: done.length })}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={[
        <Button key="save" type={saved ? 'default' : 'primary'} disabled={done.length === 0} onClick={save}>
          {t('stafflist.passwordsSave')}
        </Button>,
        <Button key="close" type={saved ? 'primary' : 'default'} onClick={onClose}>
          {t('stafflist.passwordKept')}
        </Button>,
      ]}
    >
      {done.length > 0 && <Alert type="warning" showIcon title={t('stafflist.passwordOnce')} />}
      {refused.map(({ id, message }) => (
        <Alert
          key={id}
          type="error"
          showIcon
          title={nameOf(id) + t('datapage.colon') + message}
          style={{ marginTop: 8 }}
        />
      ))}
      <Table
        size="small"
        rowKey="id"
        style={{ marginTop: 12 }}
        dataSource={done}
        columns={columns}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
      />
    </Modal>
  );
}
