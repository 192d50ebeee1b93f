import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { productPage } from '../../../contract/base.ts';
import { codesBind, codesUnbind } from '../../../contract/tagging-control.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../notices/notices.ts';
import type { Row } from '../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../ui/FormDialog.tsx';
import { ReferenceSelect } from '../../ui/ReferenceSelect.tsx';
import { CodeTarget } from './CodeTarget.tsx';
import { namingCodes, targetOf } from './codeTarget.ts';
import './tagging.css';

interface BindCodesProps {
  readonly kind: 'bind' | 'unbind';
  /** The order whose codes are meant; asked for when none is given. */
  readonly order: Row | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const products = {
  page: productPage,
  filters: { status: 'enabled' },
  label: (row: Row) => `${row.product_name} (${row.product_code})`,
};

/** Gives codes their product, lot and production date, or takes them back while nothing has happened to the codes. */
export default function BindCodes({ kind, order, onClose, onDone }: BindCodesProps) {
  const { t, i18n } = useTranslation();
  const run = async (values: FormValues) => {
    const target = targetOf(values);
    const { product_id, lot, production_date } = values;
    const { changed } = await namingCodes(
      values,
      kind === 'bind'
        ? call(
            codesBind,
            { ...target, product_id: product_id as number, lot: text(lot), production_date: text(production_date) },
            { fieldErrors: true, timeoutMs: 120_000 },
          )
        : call(codesUnbind, target, { fieldErrors: true, timeoutMs: 120_000 }),
    );
    notify.success(t(`tagging.${kind}.done`, { count: changed, number: changed.toLocaleString(i18n.language) }));
    onDone();
  };
  const title = order ? t(`tagging.${kind}.titleOf`, { order: order.order_no }) : t(`tagging.${kind}.title`);
  return (
    <FormDialog title={title} okText={t(`tagging.${kind}.ok`)} danger={kind === 'unbind'} run={run} onClose={onClose}>
      {kind === 'unbind' && <Alert type="info" showIcon title={t('tagging.unbind.text')} className="tagging-note" />}
      <CodeTarget order={order} />
      {kind === 'bind' && (
        <>
          <Form.Item
            name="product_id"
            label={t('tagging.product_id')}
            rules={[{ required: true, message: t('datapage.required', { title: t('tagging.product_id') }) }]}
          >
            <ReferenceSelect reference={products} />
          </Form.Item>
          <div className="tagging-pair">
            <Form.Item name="lot" label={t('tagging.lot')}>
              <Input maxLength={20} allowClear autoComplete="off" />
            </Form.Item>
            <Form.Item name="production_date" label={t('tagging.production_date')}>
              <Input type="date" allowClear />
            </Form.Item>
          </div>
        </>
      )}
    </FormDialog>
  );
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
