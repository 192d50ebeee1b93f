import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { useQueries } from '@tanstack/react-query';
import { Alert, Form, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { EditDialog } from '../../dialogs/EditDialog.tsx';
import { EditForm } from '../../edit/EditForm.tsx';
import { SummaryView } from '../../edit/Summary.tsx';
import type { Row } from '../../records.ts';
import { showWarnings } from '../../showWarnings.ts';
import type { Field, ListSpec } from '../fields.ts';
import { useSummary } from '../useSummary.ts';
import { RecordItems } from './RecordItems.tsx';
import { formFields, initialValues, inputOf, readAt, showProblems } from './recordInput.ts';
import { StaleNotice } from './StaleNotice.tsx';
import './recordForm.css';

interface RecordFormProps {
  readonly spec: ListSpec;
  readonly definition: Call;
  /** The row to be changed; undefined to add one. */
  readonly row: Row | undefined;
  /** The row to be copied. */
  readonly like?: Row | undefined;
  /** The filters of the list, which prefill a new row. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** Called with what was entered and the answer of the call, if it was saved. */
  readonly onDone: (row?: Row) => void;
  readonly onClose: () => void;
}

/** The form that adds or changes a row. Fields that the server refuses are marked with the reason. */
export default function RecordForm({ spec, definition, row, like, filters, onDone, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const [doubt, setDoubt] = useState<string>();
  const values = Form.useWatch([], form) ?? {};
  const allFields = formFields(spec.fields, row);
  const fields = allFields.filter(({ form: facts }) => facts?.shown?.({ ...row, ...values }) ?? true);
  const only = useOnlyChoices(form, row ? [] : allFields);
  const aside = spec.formAside?.(values, row);
  const summaryOf = useSummary(spec);
  const summary = confirming ? summaryOf?.(fields, values) : undefined;

  /** `anyway` overwrites what somebody else has saved meanwhile. */
  const save = async (anyway = false) => {
    const formValues = await form.validateFields().catch(() => undefined);
    if (!formValues) return;
    setBusy(true);
    try {
      const input = { ...inputOf(fields, formValues, row), ...(row && !anyway ? readAt(definition, row) : {}) };
      const answer = await call(definition, input, { fieldErrors: true });
      notify.success(t('datapage.saved'));
      showWarnings(answer);
      // The row as far as it is known: what was entered, and the answer of the server.
      const record = { ...formValues, ...(answer as Row) };
      onDone(record);
      spec.saved?.(record);
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      setConfirming(false);
      setStale(error.code === ErrorCode.stale ? error.message : undefined);
      showProblems(form, fields, error);
    } finally {
      setBusy(false);
    }
  };
  /** Saves, after a confirmation if adding cannot be undone. */
  const goOn = async () => {
    const doubts = spec.doubt?.(t, values);
    if (doubts && doubts !== doubt) {
      if (await form.validateFields().catch(() => undefined)) setDoubt(doubts);
      return;
    }
    if (!summaryOf || row || confirming) return save();
    if (await form.validateFields().catch(() => undefined)) setConfirming(true);
  };
  return (
    <EditDialog
      title={listText(t, spec.name, row ? 'update' : 'add')}
      okText={summary?.ok ?? t(doubt ? 'edit.saveAnyway' : summaryOf && !row ? 'edit.next' : 'datapage.save')}
      busy={busy}
      width={aside || spec.wideForm ? 880 : 560}
      onOk={() => void goOn()}
      onBack={summary && (() => setConfirming(false))}
      onClose={onClose}
    >
      {summary && <SummaryView summary={summary} />}
      <EditForm
        form={form}
        layout="vertical"
        initialValues={{ ...only, ...givenOf(initialValues(allFields, row, filters, like && copyOf(spec, like))) }}
        onFinish={() => void goOn()}
        onEntered={(changes) => {
          setDoubt(undefined);
          for (const { key, form: facts } of allFields)
            if (facts?.within && facts.within.field in changes) form.setFieldValue(key, undefined);
        }}
        hidden={summary !== undefined}
      >
        {spec.formHead?.((contents) => form.setFieldsValue(contents), row)}
        <div style={aside ? besideEachOther : {}}>
          <div>
            {stale && <StaleNotice text={stale} onLeave={() => onDone()} onAnyway={() => void save(true)} />}
            {doubt && <Alert type="warning" showIcon role="alert" title={doubt} style={{ marginBottom: 16 }} />}
            <div className={spec.wideForm ? 'record-form-wide' : undefined}>
              <RecordItems
                list={spec.name}
                fields={fields}
                row={row ?? like}
                changes={row !== undefined}
                values={{ ...row, ...values }}
              />
            </div>
          </div>
          {aside}
        </div>
      </EditForm>
    </EditDialog>
  );
}

const besideEachOther = { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))', gap: 24 };

/** The initial values of a copy. */
const copyOf = ({ copied = [] }: ListSpec, row: Row) => Object.fromEntries(copied.map((key) => [key, row[key]]));

const givenOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * Fills the fields of a new record for which there is only one row to choose, as for people of a dealer their own dealer. Returns
 * what it filled, which nobody has entered.
 */
function useOnlyChoices(
  form: FormInstance<Record<string, unknown>>,
  fields: readonly Field[],
): Readonly<Record<string, unknown>> {
  const sources = fields.flatMap((field) => {
    if (field.kind !== 'reference' || !field.form?.only) return [];
    const { reference } = field;
    const [source, size] = 'page' in reference ? [reference.page, { size: 2 }] : [reference.list, {}];
    return [{ key: field.key, source, input: { ...reference.filters, ...size } }];
  });
  const answers = useQueries({
    queries: sources.map(({ source, input }) => ({
      queryKey: [source.path, 'only', input],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const answer = (await call(source, input, { signal, silent: true })) as Row[] | { rows: Row[] };
        return Array.isArray(answer) ? answer : answer.rows;
      },
    })),
  });
  const only = answers.map(({ data }) => (data?.length === 1 ? data[0]?.id : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills once each choice is known
  useEffect(() => {
    for (const [index, { key }] of sources.entries())
      if (only[index] !== undefined && form.getFieldValue(key) === undefined) form.setFieldValue(key, only[index]);
  }, [only.join(' ')]);
  return Object.fromEntries(
    sources.flatMap(({ key }, index) => (only[index] === undefined ? [] : [[key, only[index]]])),
  );
}
