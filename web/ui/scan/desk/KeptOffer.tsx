import { Alert, Button, Space } from 'antd';
import { useStore } from 'zustand';
import { parseTime } from '#core/formats/parseTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { ScanDesk } from './ScanDesk.ts';

interface KeptOfferProps<Own extends object, Step> {
  readonly desk: ScanDesk<Own, Step>;
  /** What was kept, in words. */
  readonly held?: string | undefined;
  /** Wraps work so that the scan field has the focus afterwards. */
  readonly back: (work: () => void) => () => void;
}

/** Offers what was kept of an earlier sitting: to go on with it, or to discard it. Another tab may have it: then it is there. */
export function KeptOffer<Own extends object, Step>({ desk, held, back }: KeptOfferProps<Own, Step>) {
  const { t } = useTranslation();
  const { resumed, isElsewhere } = useStore(desk.store);
  if (isElsewhere) {
    return (
      <Alert
        type="info"
        showIcon
        title={t('scan.elsewhere')}
        action={<Button onClick={back(() => desk.takeOver())}>{t('scan.goOnHere')}</Button>}
      />
    );
  }
  if (resumed === undefined) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('scan.kept', { time: parseTime(resumed) })}
      // Below the text, since a phone has no room beside it.
      description={
        <>
          {held !== undefined && <p>{held}</p>}
          <Space wrap>
            <Button onClick={back(() => desk.discard())}>{t('scan.discard')}</Button>
            <Button type="primary" onClick={back(() => desk.resume())}>
              {t('scan.goOn')}
            </Button>
          </Space>
        </>
      }
    />
  );
}
