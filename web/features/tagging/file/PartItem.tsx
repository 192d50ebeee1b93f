import { Form } from 'antd';
import type { OutputOf } from '../../../../contract/call/call.ts';
import type { CodeOrder, orderDetail } from '../../../../contract/tagging/code-order.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { Choice } from '../../../ui/pickers/Choice.tsx';

export type Part = OutputOf<typeof orderDetail>['parts'][number];

/** What the forms of an order's files have in common. */
export interface FilesProps {
  readonly order: CodeOrder;
  readonly parts: readonly Part[];
  /** The part that is meant; the whole order without one. */
  readonly part: number | undefined;
  readonly onPart: (part: number | undefined) => void;
  /** A file of it went out. */
  readonly onTaken: () => void;
}

/** Chooses the part for one printer, when the order is divided. */
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

/** How many codes the part, or the order, has. */
export function quantityOf({ order, parts, part }: FilesProps): number {
  const chosen = parts.find(({ id }) => id === part);
  return chosen ? chosen.to - chosen.from + 1 : order.quantity;
}
