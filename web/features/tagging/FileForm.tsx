import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Form, Input, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fileColumns,
  fileFormats,
  mostSheetRows,
  orderDownload,
  orderDownloads,
  orderDownloadTicket,
} from '../../../contract/tagging.ts';
import { call, fileUrl } from '../../api/call.ts';
import { type FilesProps, PartItem, quantityOf } from './PartItem.tsx';

type Format = (typeof fileFormats)[number];
type Column = (typeof fileColumns)[number];

const usual: Readonly<Record<Format, Column[]>> = {
  txt: ['code'],
  csv: ['code', 'content'],
  xlsx: ['code', 'content'],
};

/** The codes as a file. The browser keeps it; the page can be left alone. */
export function FileForm(props: FilesProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [format, setFormat] = useState<Format>('txt');
  const [columns, setColumns] = useState<Column[]>(usual.txt);
  const [gzip, setGzip] = useState(false);
  const [purpose, setPurpose] = useState('');
  const [busy, setBusy] = useState(false);
  const { order, part } = props;
  const id = order.id as number;
  const isTooLong = quantityOf(props) > mostSheetRows;
  const hasParent = typeof order.set_depth === 'number' && order.set_depth > 0;
  const choose = (next: Format) => {
    setFormat(next);
    setColumns(usual[next]);
  };
  const begin = async () => {
    setBusy(true);
    try {
      const { ticket } = await call(orderDownloadTicket, {
        id,
        format,
        columns: columns.join(','),
        compress: gzip && format !== 'xlsx' ? 'gzip' : 'none',
        ...(part === undefined ? {} : { part_id: part }),
        ...(purpose.trim() ? { purpose } : {}),
      });
      Object.assign(document.createElement('a'), {
        href: fileUrl(orderDownload as never, { ticket } as never),
        download: '',
      }).click();
      await queries.invalidateQueries({ queryKey: [orderDownloads.path, id] });
    } catch {
      // The person was told.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form layout="vertical" onFinish={() => void begin()}>
      <PartItem {...props} />
      <Form.Item
        label={t('records.format')}
        extra={
          isTooLong ? t('tagging.files.sheetHint', { limit: mostSheetRows.toLocaleString(i18n.language) }) : undefined
        }
      >
        <Radio.Group
          aria-label={t('records.format')}
          value={format}
          onChange={(event) => choose(event.target.value)}
          options={fileFormats.map((value) => ({
            value,
            label: t(`records.format.${value}`),
            disabled: value === 'xlsx' && isTooLong,
          }))}
        />
      </Form.Item>
      <Form.Item label={t('tagging.files.columns')} extra={t('tagging.files.columnsHint')}>
        <Select
          aria-label={t('tagging.files.columns')}
          mode="multiple"
          value={columns}
          onChange={setColumns}
          options={fileColumns
            .filter((column) => column !== 'parent' || hasParent)
            .map((value) => ({ value, label: t(`records.column.${value}`) }))}
        />
      </Form.Item>
      <Form.Item label={t('tagging.files.purpose')}>
        <Input
          aria-label={t('tagging.files.purpose')}
          value={purpose}
          maxLength={256}
          onChange={(event) => setPurpose(event.target.value)}
        />
      </Form.Item>
      <div className="tagging-row">
        <Button type="primary" htmlType="submit" loading={busy} disabled={columns.length === 0}>
          {t('tagging.files.download')}
        </Button>
        {format !== 'xlsx' && (
          <Checkbox checked={gzip} onChange={(event) => setGzip(event.target.checked)}>
            {t('records.gzip')}
          </Checkbox>
        )}
      </div>
    </Form>
  );
}
