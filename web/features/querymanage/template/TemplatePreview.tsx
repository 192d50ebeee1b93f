import { type Verdict, verdicts } from '@suyuan/contract/consumer/scan.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { VerdictWords } from '@suyuan/contract/querymanage/scan-design.ts';
import { scanTemplatePreview } from '@suyuan/contract/querymanage/scan-template.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { limitsOf } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import { PhoneFrame } from './PhoneFrame.tsx';

/** The answer shown in the preview. */
export interface Sample {
  readonly verdict: Verdict;
  /** For a repeated code: the number of its scans. */
  readonly count: number;
}

interface PreviewProps {
  readonly design: ScanDesign;
  readonly language: Language;
  readonly productId: number | null;
  readonly sample: Sample;
  readonly onSample: (sample: Sample) => void;
}

const restMs = 350;

/** The consumer page with a sample answer, rendered by the server from the edited design. */
export function TemplatePreview({ design, language, productId, sample: { verdict, count }, onSample }: PreviewProps) {
  const { t } = useTranslation();
  const settledDesign = useSettled(design);
  const sample = {
    design: {
      ...settledDesign,
      blocks: settledDesign.blocks.filter((block) => block.kind !== 'banner' || block.picture !== ''),
    },
    verdict,
    count: verdict === 'repeated' ? count : 1,
    language,
    product_id: productId,
  };
  const preview = useQuery({
    queryKey: [scanTemplatePreview.path, sample],
    queryFn: ({ signal }) => call(scanTemplatePreview, sample, { signal, silent: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <aside className="designer-preview" aria-label={t('scancode.preview')}>
      <div className="designer-sample">
        <Choice
          aria-label={t('scancode.sample')}
          value={verdict}
          onChange={(next) => onSample({ verdict: next, count })}
          options={verdicts.map((value) => ({ value, label: t(`field.verdict.${value}`) }))}
        />
        {verdict === 'repeated' && (
          <InputNumber
            aria-label={t('scancode.count')}
            prefix={t('scancode.count')}
            {...limitsOf(VerdictWords.properties.from)}
            min={2}
            precision={0}
            value={count}
            onChange={(next) => onSample({ verdict, count: next ?? 2 })}
          />
        )}
      </div>
      <PhoneFrame html={preview.data?.html} title={t('scancode.preview')} />
      {preview.isError && (
        <p className="designer-problem" role="alert">
          {preview.error.message}
          <RequestIdOf error={preview.error} />
        </p>
      )}
    </aside>
  );
}

/** Returns a value after it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}
