import type { OutputOf } from '@suyuan/contract/call/call.ts';
import {
  type AuthoritySubject,
  authorityFile,
  authorityFitting,
  authoritySubjects,
  type KnownSubject,
} from '@suyuan/contract/report/authority-file.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Empty, Form, Input, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DeskDialog } from '../dialogs/DeskDialog.tsx';
import { useMoment } from '../facts/Moment.tsx';
import { RequestIdOf } from '../failure/RequestIdOf.tsx';
import { textLimit } from '../limits.ts';
import { AuthorityFile } from './AuthorityFile.tsx';
import './authority.css';

interface AuthorityDialogProps {
  /** The records of the screen; the first one is selected. */
  readonly known: readonly KnownSubject[];
  readonly onClose: () => void;
}

/** The files available for a work order, a waybill or a lot, each with its missing data, and a history of the files made. */
export default function AuthorityDialog({ known, onClose }: AuthorityDialogProps) {
  const { t } = useTranslation();
  const [subject, setSubject] = useState<KnownSubject | undefined>(known[0]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [authorityFitting.path, subject],
    queryFn: ({ signal }) => call(authorityFitting, subject as KnownSubject, { signal, silent: true }),
    enabled: subject !== undefined,
    staleTime: 0,
    retry: false,
  });
  return (
    <DeskDialog title={t('authority.button')} width={720} onClose={onClose}>
      <SubjectForm known={known} onAsk={setSubject} />
      {isFetching && !data && <Skeleton active />}
      {error && <Alert type="warning" showIcon title={error.message} description={<RequestIdOf error={error} />} />}
      {data && !error && subject && (
        <>
          {data.files.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('authority.none')} />}
          {data.files.map((file) => (
            <AuthorityFile
              key={`${file.kind} ${data.no}`}
              file={file}
              subject={subject}
              onTaken={() => void refetch()}
            />
          ))}
          <TakenFiles taken={data.taken} />
        </>
      )}
    </DeskDialog>
  );
}

interface SubjectFormProps {
  readonly known: readonly KnownSubject[];
  readonly onAsk: (subject: KnownSubject) => void;
}

function SubjectForm({ known, onAsk }: SubjectFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<KnownSubject>();
  const of = Form.useWatch('of', form) ?? known[0]?.of ?? 'work_order';
  const options = known.filter((one) => one.of === of);
  const change = (next: AuthoritySubject) => {
    const { no = '', product_code = '' } = known.find((one) => one.of === next) ?? {};
    form.setFieldsValue({ of: next, no, product_code });
  };
  const ask = ({ no, product_code }: KnownSubject) =>
    onAsk({ of, no: no.trim(), ...(of === 'lot' && product_code ? { product_code: product_code.trim() } : {}) });
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={known[0] ?? { of: 'work_order' }}
      onFinish={ask}
    >
      <Form.Item name="of" label={t('authority.of')}>
        <Segmented
          options={authoritySubjects.map((value) => ({ value, label: t(`authority.of.${value}`) }))}
          onChange={(value) => change(value as AuthoritySubject)}
        />
      </Form.Item>
      <div className="authority-subject">
        {of === 'lot' && (
          <Form.Item name="product_code" label={t('authority.product_code')} rules={[{ required: true }]}>
            <Input {...textLimit(authorityFile, 'product_code')} />
          </Form.Item>
        )}
        <Form.Item name="no" label={t(`authority.${of}`)} rules={[{ required: true, whitespace: true }]}>
          <AutoComplete options={options.map(({ no }) => ({ value: no }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {t('authority.look')}
        </Button>
      </div>
    </Form>
  );
}

/** The history of the files made: by whom, and with which SHA-256. */
function TakenFiles({ taken }: Pick<OutputOf<typeof authorityFitting>, 'taken'>) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <section className="authority-file" aria-label={t('authority.taken')}>
      <h2>{t('authority.taken')}</h2>
      {taken.length === 0 && <p>{t('authority.takenNone')}</p>}
      <ul className="authority-taken">
        {taken.map(({ id, at, account_name, kind, format, part, sha256 }) => (
          <li key={id}>
            {moment(at)} · {account_name} · {t(`authority.kind.${kind}`)} · {format.toUpperCase()}
            {part > 1 && ` · ${t('authority.part', { part })}`}
            <code>SHA-256 {sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
