import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { CodeOrder, orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { orderDownloadTicket } from '@suyuan/contract/tagging/order-download.ts';
import { Form, Input } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';

export type Part = OutputOf<typeof orderDetail>['parts'][number];

/** Props of all forms for an order's files. */
export interface FilesProps {
  readonly order: CodeOrder;
  readonly parts: readonly Part[];
  /** The id of the chosen part; undefined for the whole order. */
  readonly part: number | undefined;
  readonly onPart: (part: number | undefined) => void;
  /** Called after a file was downloaded. */
  readonly onTaken: () => void;
}

/** Chooses the part for a printer, if the order is split. */
export function PartItem({ parts, part, onPart }: FilesProps) {
  const { t } = useTranslation();
  const { count: number } = useNumbers();
  if (parts.length === 0) return null;
  return (
    <Form.Item label={t('tagging.files.part')}>
      <Choice
        aria-label={t('tagging.files.part')}
        value={part ?? 0}
        onChange={(value) => onPart(value || undefined)}
        options={[
          { value: 0, label: t('queryclose.scope.order') },
          ...parts.map(({ id, position, from, to, printer }) => ({
            value: id,
            label: [`${position}`, printer, `${number(from)} – ${number(to)}`].filter(Boolean).join(' · '),
          })),
        ]}
      />
    </Form.Item>
  );
}

/** The number of codes in the part or the order. */
export function quantityOf({ order, parts, part }: FilesProps): number {
  const selection = parts.find(({ id }) => id === part);
  return selection ? selection.to - selection.from + 1 : order.quantity;
}

/** The form item for the purpose of handing out codes, which is stored in the log. */
export function PurposeItem() {
  const { t } = useTranslation();
  const title = t('field.purpose');
  return (
    <Form.Item
      name="purpose"
      label={title}
      extra={t('tagging.files.purposeHint')}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
    >
      <Input {...textLimit(orderDownloadTicket, 'purpose')} />
    </Form.Item>
  );
}
