import { eventHistory } from '@suyuan/contract/plant/packing.ts';
import { Empty, type InputRef } from 'antd';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { EventHistory } from '#ui/history/EventHistory.tsx';
import { ScanField } from '#ui/scan/ScanField.tsx';
import { PackageView, usePackage } from './PackageView.tsx';

/** Looks up a code with the packages around it and its contents; the URL contains the code. */
export function PackageSearch() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const field = useRef<InputRef>(null);
  const code = query.get('code') ?? '';
  const open = (next: string) => setQuery({ code: next });
  return (
    <div className="scan-desk">
      <ScanField label={t('relevance.searchHint')} field={field} onScan={(codes) => open(codes.at(-1) ?? '')} />
      {code === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('relevance.searchEmpty')} />
      ) : (
        <Found key={code} code={code} onOpen={open} />
      )}
    </div>
  );
}

function Found({ code, onOpen }: { code: string; onOpen: (code: string) => void }) {
  const { t } = useTranslation();
  const { isSuccess } = usePackage(code);
  return (
    <>
      <PackageView code={code} onOpen={onOpen} />
      {isSuccess && (
        <section aria-label={t('events.history')}>
          <h2>{t('events.history')}</h2>
          <EventHistory of={eventHistory} input={{ code }} />
        </section>
      )}
    </>
  );
}
