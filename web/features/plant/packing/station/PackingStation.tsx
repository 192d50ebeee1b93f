import { Button, type InputRef, Progress, Space } from 'antd';
import { useRef } from 'react';
import { useNumbers } from '../../../../core/formats/useNumbers.ts';
import { listText } from '../../../../core/i18n/listText.ts';
import { useTranslation } from '../../../../core/i18n/useTranslation.ts';
import { RefusalList } from '../../../../ui/acts/RefusalList.tsx';
import { Unsaved } from '../../../../ui/edit/unsavedScope.tsx';
import { StatusTag } from '../../../../ui/StatusTag.tsx';
import { DeskScans } from '../../../../ui/scan/desk/DeskScans.tsx';
import { useStore } from '../../../../ui/scan/desk/Store.ts';
import { type DeskState, isShort, type OpenPackage, type PackingDesk, unitsIn } from './PackingDesk.ts';

/** Where codes are scanned into packages: what is to be scanned, how full it is, and what was packed. */
export function PackingStation({ desk, takesSets }: { desk: PackingDesk; takesSets: boolean }) {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const state = useStore(desk);
  const { open, refusals } = state;
  /** After every button the scanner types into its field again. */
  const andBack = (work: () => void) => () => {
    work();
    field.current?.focus();
  };
  const steps = {
    F2: andBack(() => desk.undoScan()),
    F4: andBack(() => desk.finish()),
    F9: andBack(() => desk.undoPackage()),
  };
  const first = takesSets ? t('relevance.scanSet') : t('relevance.scanParent');
  const next = open ? t('relevance.scanChild') : first;
  return (
    <>
      <Unsaved changed={open !== undefined && open.children.length > 0} />
      <DeskScans desk={desk} next={next} field={field} keys={steps} />
      <RefusalList refusals={refusals} />
      <Space wrap>
        <Button disabled={!open} onClick={steps.F2}>
          {t('relevance.undoScan')} (F2)
        </Button>
        <Button type="primary" disabled={!open || open.children.length === 0} onClick={steps.F4}>
          {open && isShort(open) ? t('relevance.packRemainder') : t('relevance.packNow')} (F4)
        </Button>
        <Button danger disabled={state.packed.length === 0} onClick={steps.F9}>
          {t('relevance.undoPackage')} (F9)
        </Button>
      </Space>
      {open && <OpenPackageView open={open} />}
      <PackedList packed={state.packed} />
    </>
  );
}

function OpenPackageView({ open }: { open: OpenPackage }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const units = unitsIn(open);
  const { capacity } = open;
  return (
    <section aria-label={t('relevance.open')}>
      <h2>
        {listText(t, 'packing', `level.${open.level}`)} <code>{open.code}</code>
        {open.before > 0 && <StatusTag tone="warning">{t('relevance.fillingUp')}</StatusTag>}
      </h2>
      <p className="scan-count">
        <strong>{count(units)}</strong>
        {capacity !== null && <span> / {count(capacity)}</span>}
      </p>
      {capacity !== null && (
        <Progress percent={Math.floor((units / capacity) * 100)} showInfo={false} aria-label={t('relevance.filled')} />
      )}
      <ol className="scanned-list" reversed>
        {open.children.toReversed().map(({ code, units: each }) => (
          <li key={code}>
            <code>{code}</code>
            {each > 1 && <small>{t('field.unitCount', { count: each, number: count(each) })}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The last of them; the rest is in the history. */
const mostShown = 10;

function PackedList({ packed }: Pick<DeskState, 'packed'>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (packed.length === 0) return null;
  return (
    <section aria-label={t('relevance.packed')}>
      <h2>{t('relevance.packedCount', { count: packed.length, number: count(packed.length) })}</h2>
      <ul className="scanned-list">
        {packed.slice(0, mostShown).map(({ parent, event_id, packed: units, complete, isSet }) => (
          <li key={event_id}>
            <code>{parent}</code>
            <small>{t('field.unitCount', { count: units, number: count(units) })}</small>
            {!complete && <StatusTag tone="warning">{t('field.remainder')}</StatusTag>}
            {isSet && <StatusTag tone="success">{t('relevance.wholeSet')}</StatusTag>}
          </li>
        ))}
      </ul>
    </section>
  );
}
