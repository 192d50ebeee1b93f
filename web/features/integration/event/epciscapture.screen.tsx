import { type EpcisCapture, epcisCapture } from '@suyuan/contract/integration/epcis-capture.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import '../document.css';

const spec = thingList(epcisCapture, {
  titleOf: (row) => row.id,
  detailWidth: 720,
  shown: {
    id: { width: 290, hidden: true, search: false },
    created_at: { width: 170, hidden: false },
    captured_by: { width: 160 },
    result: { width: 110, tones: { kept: 'success', partly: 'warning', refused: 'error' } },
    events: { width: 100 },
    kept: { width: 100 },
    error_count: { width: 100 },
    error_behaviour: { width: 130 },
    errors: { column: false, detail: false },
  },
  detailAside: (row) => <Errors {...row} />,
});

/** What was wrong, event by event. */
function Errors({ errors, error_count }: Pick<EpcisCapture, 'errors' | 'error_count'>) {
  const { t } = useTranslation();
  if (error_count === 0) return null;
  return (
    <section aria-label={t('epciscapture.errors')}>
      <h3>{t('epciscapture.errors')}</h3>
      <ol className="integration-list">
        {errors.map(({ detail, type }) => (
          <li key={detail}>
            {detail} <code>{type.replace('epcisException:', '')}</code>
          </li>
        ))}
      </ol>
      {error_count > errors.length && <p>{t('epciscapture.moreErrors')}</p>}
    </section>
  );
}

export const preload = firstRows(spec);

/** 采集任务: documents that other systems captured. */
export default function EpcisCaptures() {
  return <DataPage spec={spec} />;
}
