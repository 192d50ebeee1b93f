import { DeleteOutlined, DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { type CodeOrder, orderAdd, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { maxParts, orderSplit } from '@suyuan/contract/tagging/order-file.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { isSame } from '#core/unsaved/changedForms.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { textLimit } from '#ui/limits.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import type { Part } from '../file/PartItem.tsx';

interface Draft {
  readonly key: number;
  readonly quantity: number;
  readonly printer: string;
}

let drafts = 0;
const draft = (quantity: number, printer = ''): Draft => ({ key: ++drafts, quantity, printer });

const wishedOf = (rows: readonly Draft[]) =>
  rows.map(({ quantity, printer }) => ({ quantity, printer: printer.trim() || null }));

interface PartsFormProps {
  readonly order: CodeOrder;
  readonly parts: readonly Part[];
  readonly onDownload: (part: number) => void;
}

/** Splits an order into parts for printers. */
export function PartsForm({ order, parts, onDownload }: PartsFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const quantity = order.quantity;
  const [edits, setEdits] = useState<Draft[]>();
  const [busy, setBusy] = useState(false);
  const initialRows =
    parts.length > 0
      ? parts.map(({ id, from, to, printer }) => ({ key: -id, quantity: to - from + 1, printer: printer ?? '' }))
      : [{ key: 0, quantity, printer: '' }];
  const rows = edits ?? initialRows;
  const newParts = wishedOf(rows);
  const isChanged = !isSame(newParts, wishedOf(initialRows));
  const rest = quantity - rows.reduce((sum, row) => sum + row.quantity, 0);
  const { count: number } = useNumbers();
  const change = (key: number, values: Partial<Draft>) =>
    setEdits(rows.map((row) => (row.key === key ? { ...row, ...values } : row)));
  /** A new part gets the remaining codes or, if there are none, half of the last part. */
  const add = () => {
    const last = rows.at(-1);
    const half = last ? Math.floor(last.quantity / 2) : 0;
    if (rest > 0 || !last || half < 1) setEdits([...rows, draft(Math.max(1, rest))]);
    else setEdits([...rows.slice(0, -1), { ...last, quantity: last.quantity - half }, draft(half)]);
  };
  const save = async () => {
    setBusy(true);
    try {
      await call(orderSplit, { id: order.id, parts: newParts });
      await queries.invalidateQueries({ queryKey: [orderDetail.path, order.id] });
      setEdits(undefined);
      notify.success(t('datapage.saved'));
    } catch {
      // `call` has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Unsaved changed={isChanged} />
      <p className="tagging-soft">{t('tagging.parts.text')}</p>
      <ol className="part-list">
        {rows.map((row, index) => (
          <PartRow
            key={row.key}
            row={row}
            position={index + 1}
            most={quantity}
            onChange={(values) => change(row.key, values)}
            onDownload={edits || !parts[index] ? undefined : () => onDownload((parts[index] as Part).id)}
            onRemove={rows.length === 1 ? undefined : () => setEdits(rows.filter((other) => other !== row))}
          />
        ))}
      </ol>
      <div className="tagging-row">
        <Button icon={<PlusOutlined aria-hidden />} disabled={rows.length >= maxParts} onClick={add}>
          {t('tagging.parts.add')}
        </Button>
        <Button type="primary" loading={busy} disabled={rest !== 0 || !edits} onClick={() => void save()}>
          {t('datapage.save')}
        </Button>
        <Typography.Text type={rest === 0 ? 'secondary' : 'danger'} role="status">
          {rest === 0
            ? t('tagging.parts.whole', { quantity: number(quantity) })
            : t(rest > 0 ? 'tagging.parts.left' : 'tagging.parts.over', { number: number(Math.abs(rest)) })}
        </Typography.Text>
      </div>
    </>
  );
}

interface PartRowProps {
  readonly row: Draft;
  readonly position: number;
  readonly most: number;
  readonly onChange: (values: Partial<Draft>) => void;
  readonly onDownload: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

function PartRow({ row, position, most, onChange, onDownload, onRemove }: PartRowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <CountInput
        aria-label={t('tagging.parts.quantity', { part: position })}
        min={1}
        max={most}
        value={row.quantity}
        onChange={(value) => onChange({ quantity: value ?? 1 })}
      />
      <Input
        aria-label={t('tagging.parts.printer', { part: position })}
        placeholder={t('field.printer')}
        {...textLimit(orderAdd, 'printer')}
        value={row.printer}
        onChange={(event) => onChange({ printer: event.target.value })}
      />
      {onDownload && (
        <Button
          type="text"
          aria-label={t('tagging.parts.download', { part: position })}
          icon={<DownloadOutlined />}
          onClick={onDownload}
        />
      )}
      <Button
        type="text"
        aria-label={t('tagging.parts.remove', { part: position })}
        icon={<DeleteOutlined />}
        disabled={!onRemove}
        {...(onRemove ? { onClick: onRemove } : {})}
      />
    </li>
  );
}
