import { countOf, isShort, type OpenPackage, unitsIn } from '@suyuan/contract/plant/packing/open-package.ts';
import { type InputRef, Progress, Space } from 'antd';
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { StepButton } from '#ui/scan/StepButton.tsx';
import { OrderProgress } from './OrderProgress.tsx';
import { heldParams } from './openPackage.ts';
import type { PackingDesk, PackingState } from './PackingDesk.ts';

interface PackingStationProps {
  readonly desk: PackingDesk;
  readonly order: number;
  /** Whether its packages may stay incomplete. */
  readonly takesRemainders: boolean;
  readonly field: RefObject<InputRef | null>;
  readonly takesSets: boolean;
}

/** The user interface of a packing desk: what to scan next, how full the package is, and what was packed. */
export function PackingStation({ desk, order, takesRemainders, field, takesSets }: PackingStationProps) {
  const { t } = useTranslation();
  const state = useStore(desk.store);
  const { open, refusals, packed } = state;
  const isShortNow = open !== undefined && isShort(open);
  // A remainder is offered only where it would be taken.
  const finishText = isShortNow && takesRemainders ? 'relevance.packRemainder' : 'relevance.packNow';
  const finishNow = () => (isShortNow && !takesRemainders ? desk.mustFill() : desk.finish());
  const undoScan: DeskStep = { key: 'F2', text: 'relevance.undoScan', run: backTo(field, () => desk.undoScan()) };
  const finish: DeskStep = { key: 'F4', text: finishText, run: backTo(field, finishNow) };
  const undoPackage: DeskStep = {
    key: 'F9',
    text: 'relevance.undoPackage',
    run: backTo(field, () => desk.undoPackage()),
  };
  useDeskSteps(field, [undoScan, finish, undoPackage]);
  const first = takesSets ? t('relevance.scanSet') : t('relevance.scanParent');
  const next = open ? t('relevance.scanChild') : first;
  const mayFinish = open !== undefined && open.children.length > 0 && (takesRemainders || !isShortNow);
  return (
    <>
      <DeskScans desk={desk} next={next} field={field} held={open && t('relevance.held', heldParams(open))} />
      {open && <OpenPackageView open={open} />}
      <RefusalList refusals={refusals} />
      <Space wrap>
        <StepButton step={undoScan} disabled={!open} />
        <StepButton step={finish} type="primary" disabled={!mayFinish} />
        <StepButton step={undoPackage} danger disabled={packed.length === 0} />
      </Space>
      <OrderProgress order={order} packed={packed} />
      <PackedList packed={packed} />
    </>
  );
}

function OpenPackageView({ open }: { open: OpenPackage }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const units = unitsIn(open);
  const { capacity, contentsLevel } = open;
  const { there, most } = countOf(open);
  // A pallet is filled with cases; bottles are counted beside them.
  const isOfPackages = contentsLevel !== null && contentsLevel > 1;
  return (
    <section aria-label={t('relevance.open')}>
      <h2>
        {listText(t, 'packing', `level.${open.level}`)} <code>{open.code}</code>
        {open.before > 0 && <StatusTag tone="warning">{t('relevance.fillingUp')}</StatusTag>}
      </h2>
      <p className="scan-count">
        <strong>{count(isOfPackages ? there : units)}</strong>
        {isOfPackages && most !== null && (
          <span>
            {' '}
            / {count(most)} {listText(t, 'packing', `level.${contentsLevel}`)}
          </span>
        )}
        {!isOfPackages && capacity !== null && <span> / {count(capacity)}</span>}
        {isOfPackages && capacity !== null && (
          <small> {t('relevance.unitsOf', { units: count(units), capacity: count(capacity) })}</small>
        )}
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

/** The number of latest packages shown; the history has all. */
const maxShown = 10;

function PackedList({ packed }: Pick<PackingState, 'packed'>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (packed.length === 0) return null;
  return (
    <section aria-label={t('relevance.packed')}>
      <h2>{t('relevance.packedCount', { count: packed.length, number: count(packed.length) })}</h2>
      <ul className="scanned-list">
        {packed.slice(0, maxShown).map(({ parent, event_id, packed: units, complete, isSet }) => (
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
