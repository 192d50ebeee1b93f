import { DeleteOutlined, WarningOutlined } from '@ant-design/icons';
import type { ArrivedScan } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import type { Desk } from './desk.ts';
import { MarkScan } from './MarkScan.tsx';
import { ShownPhotos } from './ShownPhotos.tsx';

interface ArrivalScansProps {
  readonly desk: Desk;
  readonly again: () => Promise<void>;
  readonly onUndo: (code: string) => void;
}

/** What was scanned, by all who count: what is out of order first. */
export function ArrivalScans({ desk, again, onUndo }: ArrivalScansProps) {
  const { t } = useTranslation();
  const [marked, setMarked] = useState<ArrivedScan>();
  const amount = useAmounts(desk.scans.map(({ product_id }) => product_id));
  return (
    <section aria-label={t('arrival.scans')}>
      <h3 className="physical-heading">{t('arrival.scanned', { count: desk.scans_total })}</h3>
      <ul className="scanned-list arrival-scans" aria-label={t('scan.codes')}>
        {desk.scans.map((scan) => (
          <li key={scan.id} className={scan.inside ? 'arrival-inside' : ''}>
            <div>
              <code>{scan.code}</code> <ScanTags scan={scan} />
              <small>
                {[
                  scan.product_name,
                  scan.lot,
                  scan.units > 0 && scan.verdict === 'expected' ? amount(scan.units, scan.product_id) : '',
                  scan.note,
                  desk.people.length > 1 && scan.by,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <ShownPhotos hashes={scan.photos} />
            </div>
            {scan.verdict === 'expected' && (
              <Button
                size="small"
                icon={<WarningOutlined aria-hidden />}
                aria-label={t('arrival.markCode', { code: scan.code })}
                onClick={() => setMarked(scan)}
              >
                {t('arrival.mark')}
              </Button>
            )}
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('arrival.undoCode', { code: scan.code })}
              onClick={() => onUndo(scan.code)}
            />
          </li>
        ))}
      </ul>
      {marked && (
        <MarkScan
          id={desk.id}
          scan={marked}
          onClose={() => setMarked(undefined)}
          onDone={() => {
            setMarked(undefined);
            void again();
          }}
        />
      )}
    </section>
  );
}

/** What a scan is, if it is not in order. */
export function ScanTags({ scan }: { readonly scan: ArrivedScan }) {
  const { t } = useTranslation();
  return (
    <>
      {scan.verdict !== 'expected' && (
        <Tag color="error">
          {scan.waybill_no === null
            ? t(`arrival.verdict.${scan.verdict}`)
            : t('arrival.onWaybill', { waybill: scan.waybill_no })}
        </Tag>
      )}
      {scan.condition !== 'good' && <Tag color="warning">{t(`arrival.condition.${scan.condition}`)}</Tag>}
      {scan.inside && <Tag>{t('arrival.inside')}</Tag>}
      <HeldTag held={scan.held} hold={scan.hold} />
    </>
  );
}
