import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Space } from 'antd';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '../../../contract/call.ts';
import { rulePreview } from '../../../contract/tagging.ts';
import { call } from '../../api/call.ts';
import { CodeSymbol } from '../../ui/CodeSymbol.tsx';
import { presets } from './rulePresets.ts';
import './tagging.css';

type Preview = OutputOf<typeof rulePreview>;

interface RulePreviewProps {
  readonly values: Readonly<Record<string, unknown>>;
  readonly fill: (values: Record<string, unknown>) => void;
}

/** Regulators of medicines ask that fewer than one guess in so many hits a real code. */
const worstOdds = 1 / 10_000;

/** What a rule would print, while it is being made. */
export default function RulePreview({ values, fill }: RulePreviewProps) {
  const { t } = useTranslation();
  const input = useDeferredValue(previewInput(values));
  const { data } = useQuery({
    queryKey: [rulePreview.path, input],
    queryFn: ({ signal }) => call(rulePreview, input as InputOf<typeof rulePreview>, { signal, silent: true }),
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={t('rule.preview')} className="rule-preview">
      <fieldset className="rule-presets">
        <legend>{t('rule.presets')}</legend>
        <Space wrap>
          {(Object.keys(presets) as (keyof typeof presets)[]).map((name) => (
            <Button key={name} size="small" onClick={() => fill(presets[name])}>
              {t(`rule.preset.${name}`)}
            </Button>
          ))}
        </Space>
      </fieldset>
      {data ? <Outcome preview={data} /> : <Skeleton active paragraph={{ rows: 6 }} />}
    </section>
  );
}

function Outcome({ preview }: { preview: Preview }) {
  const { t, i18n } = useTranslation();
  const number = (value: number | bigint) => value.toLocaleString(i18n.language);
  const first = preview.samples[0];
  const usual = preview.odds_at[0];
  return (
    <>
      {preview.problems.map(({ field, reason, message }) => (
        <Alert key={field + reason} type="error" showIcon title={`${t(`coderule.${field}`)} ${message}`} />
      ))}
      {first && <CodeSymbol text={first.content} symbol="qrcode" label={first.content} />}
      <dl className="data-page-facts">
        <dt>{t('rule.length')}</dt>
        <dd>{t('rule.characters', { count: preview.length })}</dd>
        <dt>{t('coderule.capacity')}</dt>
        <dd>{number(preview.capacity)}</dd>
        <dt>{t('rule.domain')}</dt>
        <dd>{number(BigInt(preview.domain))}</dd>
        {preview.odds_at.map(({ issued, odds }) => (
          <Odds key={issued} issued={number(issued)} odds={number(Math.round(1 / odds))} />
        ))}
      </dl>
      {usual && usual.odds > worstOdds && <Alert type="warning" showIcon title={t('rule.oddsWarning')} />}
      {preview.samples.length > 0 && (
        <ol className="rule-samples">
          {preview.samples.map(({ code, content }) => (
            <li key={code}>
              <code>{code}</code>
              {content !== code && <code className="rule-content">{content}</code>}
            </li>
          ))}
        </ol>
      )}
    </>
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

const fields = ['level', 'prefix', 'alphabet', 'body_length', 'check', 'carrier'] as const;

/** What the preview can be asked for: every field of the format is there. */
function previewInput(values: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const input = Object.fromEntries(fields.map((key) => [key, values[key] ?? (key === 'prefix' ? '' : undefined)]));
  return fields.every((key) => input[key] !== undefined && input[key] !== null) ? input : undefined;
}
