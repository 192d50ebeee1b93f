import { Button } from 'antd';
import { useState } from 'react';
import { parseTime } from '#core/formats/parseTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { heldOn, type Kept } from '#ui/scan/desk/KeptDesk.ts';
import { useWorkOrder } from '../useWorkOrder.ts';
import { orderLabel } from '../WorkOrderChoice.tsx';
import { heldParams } from './openPackage.ts';
import type { PackingState } from './PackingDesk.ts';

/** The name under which packing desks are kept, one for each work order. */
export const packingDesks = 'pack';

/** What the person left open for work orders, each with a button that goes on with it. */
export function OpenPackages({ onChoose }: { onChoose: (order: number) => void }) {
  const { t } = useTranslation();
  const [desks] = useState(() => heldOn(packingDesks));
  if (desks.length === 0) return null;
  return (
    <section aria-label={t('relevance.leftOpen')}>
      <h2>{t('relevance.leftOpen')}</h2>
      <ul className="scanned-list">
        {desks.map(({ document, kept }) => (
          <LeftOpen key={document} order={Number(document)} kept={kept} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

interface LeftOpenProps {
  readonly order: number;
  readonly kept: Kept;
  readonly onChoose: (order: number) => void;
}

function LeftOpen({ order, kept, onChoose }: LeftOpenProps) {
  const { t } = useTranslation();
  const { data: row } = useWorkOrder(order);
  const { open } = kept.own as Partial<PackingState>;
  // It may be gone, or no longer be shown to this person.
  if (!row) return null;
  return (
    <li>
      <span>{orderLabel(row)}</span>
      <small>
        {open && t('relevance.held', heldParams(open))} {t('scan.kept', { time: parseTime(kept.since) })}
      </small>
      <Button onClick={() => onChoose(order)}>{t('scan.goOn')}</Button>
    </li>
  );
}
