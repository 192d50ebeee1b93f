import {
  defaultColumns,
  type FileColumn,
  type FileFormat,
  fileColumns,
  fileFormats,
  maxSheetRows,
  orderDownload,
  orderDownloadTicket,
} from '@suyuan/contract/tagging/order-download.ts';
import { Button, Checkbox, Form, Radio } from 'antd';
import { call, fileUrl } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { HandedOutNote, ReprintItem, useHandedOut } from './HandedOut.tsx';
import { type FilesProps, PartItem, PurposeItem, quantityOf } from './PartItem.tsx';
import { useOrderFile } from './useOrderFile.ts';

interface FileValues {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly gzip: boolean;
  readonly purpose: string;
  readonly reprint?: string;
  readonly from?: number | null;
  readonly to?: number | null;
}

/** A form for downloading the codes as a file. The browser continues the download if the person leaves the page. */
export function FileForm(props: FilesProps) {
  const { t } = useTranslation();
  const { order, part } = props;
  const id = order.id;
  const { form, busy, taken, make } = useOrderFile<FileValues>(props);
  const format = (Form.useWatch('format', form) as FileFormat | undefined) ?? 'txt';
  const out = useHandedOut(props);
  const [from, to] = [Form.useWatch('from', form) ?? undefined, Form.useWatch('to', form) ?? undefined];
  const begin = async ({ columns, gzip, purpose, reprint }: FileValues) => {
    const input = {
      id,
      format,
      columns: columns.join(','),
      compress: gzip && format !== 'xlsx' ? ('gzip' as const) : ('none' as const),
      purpose,
      ...(reprint ? { reprint } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(part === undefined ? {} : { part_id: part }),
    };
    const { ticket } = await call(orderDownloadTicket, input, { fieldErrors: true });
    Object.assign(document.createElement('a'), { href: fileUrl(orderDownload, { ticket }), download: '' }).click();
  };
  return (
    <EditForm
      name="file"
      form={form}
      layout="vertical"
      initialValues={{ format: 'txt', columns: defaultColumns('txt'), gzip: false, ...taken }}
      onFinish={(values) => make(() => begin(values))}
    >
      <PartItem {...props} />
      <FormatItem isTooLong={quantityOf(props) > maxSheetRows} />
      <ColumnsItem hasParent={typeof order.set_depth === 'number' && order.set_depth > 0} />
      <HandedOutNote out={out} />
      <RangeItems quantity={quantityOf(props)} next={out?.next ?? undefined} />
      <PurposeItem />
      <ReprintItem out={out} from={from} to={to} />
      <div className="tagging-row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('button.download')}
        </Button>
        <Form.Item name="gzip" valuePropName="checked" noStyle hidden={format === 'xlsx'}>
          <Checkbox>{t('records.gzip')}</Checkbox>
        </Form.Item>
      </div>
    </EditForm>
  );
}

/** Items for the numbers of the first and last code; empty for all that were not handed out. */
function RangeItems({ quantity, next }: { readonly quantity: number; readonly next: number | undefined }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const most = { min: 1, max: quantity, style: { width: '100%' } };
  return (
    <div className="tagging-pair">
      <Form.Item name="from" label={t('tagging.from')}>
        <CountInput {...most} placeholder={next === undefined ? '' : count(next)} />
      </Form.Item>
      <Form.Item name="to" label={t('tagging.to')}>
        <CountInput {...most} placeholder={count(quantity)} />
      </Form.Item>
    </div>
  );
}

function FormatItem({ isTooLong }: { isTooLong: boolean }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const form = Form.useFormInstance<FileValues>();
  return (
    <Form.Item
      name="format"
      label={t('records.format')}
      extra={isTooLong && t('tagging.files.sheetHint', { limit: count(maxSheetRows) })}
    >
      <Radio.Group
        onChange={({ target }) => form.setFieldsValue({ columns: defaultColumns(target.value as FileFormat) })}
        options={fileFormats.map((value) => ({
          value,
          label: t(`records.format.${value}`),
          disabled: value === 'xlsx' && isTooLong,
        }))}
      />
    </Form.Item>
  );
}

function ColumnsItem({ hasParent }: { hasParent: boolean }) {
  const { t } = useTranslation();
  const title = t('field.columns');
  return (
    <Form.Item
      name="columns"
      label={title}
      extra={t('tagging.files.columnsHint')}
      rules={[{ required: true, message: t('datapage.required', { title }) }]}
    >
      <Choice
        mode="multiple"
        options={fileColumns
          .filter((column) => column !== 'parent' || hasParent)
          .map((value) => ({ value, label: choiceText(t, 'records.column', value) }))}
      />
    </Form.Item>
  );
}
