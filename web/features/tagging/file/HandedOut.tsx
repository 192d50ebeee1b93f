import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { orderHandedOut } from '@suyuan/contract/tagging/order-download.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { UsualReasons } from '#ui/events/UsualReasons.tsx';
import type { FilesProps } from './PartItem.tsx';

export type HandedOut = OutputOf<typeof orderHandedOut>;

/** Which codes of the order or part are out. */
export function useHandedOut({ order, part }: FilesProps): HandedOut | undefined {
  const { data } = useQuery({
    queryKey: [orderHandedOut.path, order.id, part],
    queryFn: ({ signal }) =>
      call(
        orderHandedOut,
        { id: order.id, ...(part === undefined ? {} : { part_id: part }) },
        { signal, silent: true },
      ),
    staleTime: 0,
  });
  return data;
}

/** How many ranges are named. */
const maxNamed = 6;

/** What is out already, and where the next hand-out begins. */
export function HandedOutNote({ out }: { readonly out: HandedOut | undefined }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (!out || (out.out === 0 && out.next === 1)) return null;
  const rangeTexts = out.ranges
    .slice(0, maxNamed)
    .map(({ from, to }) => (from === to ? count(from) : `${count(from)} – ${count(to)}`));
  const ranges = [...rangeTexts, ...(out.ranges.length > maxNamed ? ['…'] : [])].join(', ');
  return (
    <Alert
      type={out.next === null ? 'warning' : 'info'}
      showIcon
      className="tagging-note"
      title={
        out.out === 0
          ? t('tagging.out.used')
          : t('tagging.out.ranges', { count: out.out, number: count(out.out), ranges })
      }
      description={out.next === null ? t('tagging.out.all') : t('tagging.out.next', { next: count(out.next) })}
    />
  );
}

interface ReprintProps {
  readonly out: HandedOut | undefined;
  /** The first and last requested number; undefined for those after the last one handed out. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Asks why codes are handed out again, where they are out already. */
export function ReprintItem({ out, from, to }: ReprintProps) {
  const { t } = useTranslation();
  const can = useCan();
  if (!out || !isAgain(out, from, to)) return null;
  if (!can('records:reprint') && !can('readycreate:reprint'))
    return <Alert type="error" showIcon className="tagging-note" title={t('tagging.out.noRight')} />;
  const title = t('tagging.reprint');
  return (
    <Form.Item
      name="reprint"
      label={title}
      extra={t('tagging.reprintHint')}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
    >
      <UsualReasons usual={[t('tagging.reprint.torn'), t('tagging.reprint.jam'), t('tagging.reprint.lost')]} />
    </Form.Item>
  );
}

/** Whether some of the requested numbers were handed out already. */
function isAgain({ ranges, next }: HandedOut, from: number | undefined, to = Number.POSITIVE_INFINITY): boolean {
  if (from === undefined) return next === null;
  return ranges.some((range) => range.from <= to && range.to >= from);
}
