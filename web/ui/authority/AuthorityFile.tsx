import { DownloadOutlined } from '@ant-design/icons';
import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { authorityFile, type authorityFitting, type KnownSubject } from '@suyuan/contract/report/authority-file.ts';
import { Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { EditForm } from '../edit/EditForm.tsx';
import { textLimit } from '../limits.ts';
import { Choice } from '../pickers/Choice.tsx';
import { DayInput } from '../pickers/DateInput.tsx';
import { MissingFields } from './MissingFields.tsx';

type File = OutputOf<typeof authorityFitting>['files'][number];
type Taking = InputOf<typeof authorityFile>;
/** The values of the form: the part of the file, and the details that are not in the system. */
type Entered = Pick<Taking, 'part' | 'to_corp_id' | 'statement'> & { readonly transaction_date?: string | null };

interface AuthorityFileProps {
  readonly file: File;
  readonly subject: KnownSubject;
  readonly onTaken: () => void;
}

/** One file: its kind, and what is missing for it or a form for making it. */
export function AuthorityFile({ file, subject, onTaken }: AuthorityFileProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Entered>();
  const [answer, setAnswer] = useState<Entered>();
  const [busy, setBusy] = useState<Taking['format']>();
  const title = t(`authority.kind.${file.kind}`);
  const take = async (format: Taking['format']) => {
    const values = await form.validateFields();
    const { transaction_date, ...rest } = values;
    setBusy(format);
    try {
      const input = { ...rest, ...(transaction_date ? { transaction_date } : {}) };
      const { of: _, ...which } = subject;
      await download(authorityFile, { kind: file.kind, ...which, format, ...input });
      setAnswer(values);
      onTaken();
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section className="authority-file" aria-label={title}>
      <h2>{title}</h2>
      <p>{t(`authority.about.${file.kind}`)}</p>
      {file.missing.length > 0 && <MissingFields missing={file.missing} />}
      {file.missing.length === 0 && file.parts === 0 && <p>{t('authority.none')}</p>}
      {file.missing.length === 0 && file.parts > 0 && (
        <EditForm form={form} layout="vertical" initialValues={{ part: 1, ...answer }}>
          <Parameters file={file} />
          {file.formats.map((format) => (
            <Button
              key={format}
              icon={<DownloadOutlined aria-hidden />}
              loading={busy === format}
              // `call` has shown the error.
              onClick={() => void take(format).catch(() => undefined)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </EditForm>
      )}
    </section>
  );
}

function Parameters({ file }: Pick<AuthorityFileProps, 'file'>) {
  const { t } = useTranslation();
  const parts = Array.from({ length: file.parts }, (_, at) => at + 1);
  return (
    <>
      {file.parameters.includes('to_corp_id') && (
        <Form.Item name="to_corp_id" label={t('authority.parameter.to_corp_id')}>
          <Input {...textLimit(authorityFile, 'to_corp_id')} />
        </Form.Item>
      )}
      {file.parameters.includes('transaction_date') && (
        <Form.Item name="transaction_date" label={t('authority.parameter.transaction_date')}>
          <DayInput />
        </Form.Item>
      )}
      {file.parameters.includes('statement') && (
        <Form.Item name="statement" valuePropName="checked">
          <Checkbox>{t('authority.parameter.statement')}</Checkbox>
        </Form.Item>
      )}
      {file.parts > 1 && (
        <Form.Item name="part" label={t('authority.part', { part: `1–${file.parts}` })}>
          <Choice options={parts.map((part) => ({ value: part, label: t('authority.part', { part }) }))} />
        </Form.Item>
      )}
    </>
  );
}
