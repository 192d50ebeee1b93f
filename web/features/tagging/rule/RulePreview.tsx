import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { defaultFormat, formatFields } from '@suyuan/contract/tagging/code-rule.ts';
import { rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Empty, Skeleton } from 'antd';
import { useDeferredValue } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeSymbol, type Symbology } from '#ui/code/CodeSymbol.tsx';
import '../tagging.css';
import { listText } from '#core/i18n/listText.ts';

type Preview = OutputOf<typeof rulePreview>;

interface RulePreviewProps {
  readonly values: Readonly<Record<string, unknown>>;
  /** The id of the rule being changed, so that it does not conflict with itself. */
  readonly id?: number | undefined;
}

/** The highest odds of guessing a real code that regulators of medicines accept. */
const worstOdds = 1 / 10_000;

/** A live preview of a rule's codes; without it while the format is incomplete. */
export default function RulePreview({ values, id }: RulePreviewProps) {
  const { t } = useTranslation();
  const input = useDeferredValue(previewInput(values));
  return (
    <section aria-label={t('rule.preview')} className="rule-preview">
      {input ? (
        <Outcome input={input} id={id} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rule.presetHint')} />
      )}
    </section>
  );
}

function Outcome({ input, id }: { readonly input: Record<string, unknown>; readonly id: number | undefined }) {
  const { t } = useTranslation();
  const { count: number, short } = useNumbers();
  const { data: preview } = useQuery({
    queryKey: [rulePreview.path, input, id],
    queryFn: ({ signal }) =>
      call(rulePreview, { ...input, ...(id ? { id } : {}) } as InputOf<typeof rulePreview>, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  if (!preview) return <Skeleton active paragraph={{ rows: 6 }} />;
  const usual = preview.odds_at[0];
  return (
    <>
      {preview.problems.map(({ field, reason, message }) => (
        <Alert key={field + reason} type="error" showIcon title={`${listText(t, 'coderule', field)} ${message}`} />
      ))}
      <dl className="data-page-facts">
        <dt>{t('rule.length')}</dt>
        <dd>{t('rule.characters', { count: preview.length })}</dd>
        <dt>{t('coderule.capacity')}</dt>
        <dd>{number(preview.capacity)}</dd>
        <dt>{t('rule.domain')}</dt>
        <dd>{number(BigInt(preview.domain))}</dd>
        {preview.odds_at.map(({ issued, odds }) => (
          <Odds key={issued} issued={short(issued)} odds={number(Math.round(1 / odds))} />
        ))}
      </dl>
      {usual && usual.odds > worstOdds && <Alert type="warning" showIcon title={t('rule.oddsWarning')} />}
      <Samples samples={preview.samples} symbol={input.symbol as Symbology} />
    </>
  );
}

function Samples({ samples, symbol }: { readonly samples: Preview['samples']; readonly symbol: Symbology }) {
  if (samples.length === 0) return null;
  return (
    <ol className={symbol === 'gs1-128' ? 'rule-samples rule-samples-wide' : 'rule-samples'}>
      {samples.map(({ code, content, symbol_text, human }) => (
        <li key={code}>
          <CodeSymbol text={symbol_text} symbol={symbol} label={content} />
          <code>{human}</code>
          {content !== code && <code className="rule-content">{content}</code>}
        </li>
      ))}
    </ol>
  );
}

function Odds({ issued, odds }: { issued: string; odds: string }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{t('rule.odds', { issued })}</dt>
      <dd>{t('datapage.oneIn', { n: odds })}</dd>
    </>
  );
}

/** The input of the preview call; undefined while a field of the format is missing. An empty prefix is valid. */
function previewInput(values: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const format: Readonly<Record<string, unknown>> = { prefix: '', ...defaultFormat };
  const input = Object.keys(formatFields).map((key) => [key, values[key] ?? format[key]] as const);
  return input.every(([, value]) => value !== undefined) ? Object.fromEntries(input) : undefined;
}
