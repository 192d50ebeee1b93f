import { defaultFormat } from '@suyuan/contract/tagging/code-rule.ts';
import { rulePresets } from '@suyuan/contract/tagging/rule-preview.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PresetParameters } from './PresetParameters.tsx';
import '../tagging.css';

/** The values that choosing another preset resets. */
const noFormat = {
  level: 1,
  prefix: '',
  alphabet: 'digits',
  body_length: undefined,
  check: 'none',
  carrier: 'url',
  ...defaultFormat,
};

/** Chooses the preset of a public standard, or a custom format. Values of the previous choice are cleared. */
export function PresetCards({ fill }: { readonly fill: (values: Record<string, unknown>) => void }) {
  const { t } = useTranslation();
  const name = useId();
  const [choice, setChoice] = useState<string>();
  const { data = [] } = useQuery({
    queryKey: [rulePresets.path],
    queryFn: ({ signal }) => call(rulePresets, {}, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const preset = data.find((one) => one.preset === choice);
  const choose = (key: string) => {
    setChoice(key);
    fill(noFormat);
  };
  const cards = [
    ...data.map((one) => ({
      key: one.preset as string,
      title: t(`coderule.preset.${one.preset}`),
      text: t(`rule.preset.${one.preset}`),
    })),
    { key: 'own', title: t('rule.ownFormat'), text: t('rule.ownFormatText') },
  ];
  return (
    <fieldset className="preset-cards">
      <legend className="preset-legend">{t('rule.presets')}</legend>
      <div className="preset-card-list">
        {cards.map(({ key, title, text }) => (
          <label key={key} className="preset-card">
            <input type="radio" name={name} value={key} checked={choice === key} onChange={() => choose(key)} />
            <strong>{title}</strong>
            <small>{text}</small>
          </label>
        ))}
      </div>
      {preset && <PresetParameters key={preset.preset} preset={preset} fill={fill} />}
    </fieldset>
  );
}
