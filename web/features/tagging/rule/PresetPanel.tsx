import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf, OutputOf } from '../../../../contract/call/call.ts';
import { rulePreset, rulePresets } from '../../../../contract/tagging/rule-preview.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { type FormValues, showRefusals } from '../../../ui/FormDialog.tsx';
import { Choice } from '../../../ui/pickers/Choice.tsx';

type Preset = OutputOf<typeof rulePresets>[number];

/** Formats of public standards: choose one, fill in what it leaves open, and the form beside has the format. */
export function PresetPanel({ fill }: { fill: (values: Record<string, unknown>) => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const { data } = useQuery({
    queryKey: [rulePresets.path],
    queryFn: ({ signal }) => call(rulePresets, {}, { signal, silent: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const preset = data?.find((one) => one.preset === chosen);
  return (
    <div>
      <Choice
        aria-label={t('rule.presets')}
        placeholder={t('rule.presets')}
        value={chosen ?? null}
        onChange={setChosen}
        options={(data ?? []).map((one) => ({ value: one.preset, label: t(`coderule.preset.${one.preset}`) }))}
        style={{ width: '100%' }}
      />
      {preset && <PresetParameters key={preset.preset} preset={preset} fill={fill} />}
    </div>
  );
}

const usual: Readonly<Record<string, string>> = {
  alphabet: 'base32',
  serial_length: '12',
  extension_digit: '0',
  numbering: 'random',
  registration_category: '1',
  production_type: '1',
};

function PresetParameters({ preset, fill }: { preset: Preset; fill: (values: Record<string, unknown>) => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<FormValues>();
  const [busy, setBusy] = useState(false);
  const { parameters } = preset;
  // What asks for nothing that only the person knows is filled in as it is chosen.
  const isComplete = parameters.every(({ name, kind }) => kind !== 'digits' || usual[name]);
  const apply = async (values: FormValues) => {
    setBusy(true);
    try {
      const input = {
        preset: preset.preset,
        ...(preset.levels.length > 1 ? { level: values.level } : {}),
        parameters: Object.fromEntries(parameters.map(({ name }) => [name, `${values[name] ?? ''}`.trim()])),
      } as InputOf<typeof rulePreset>;
      fill(await call(rulePreset, input, { fieldErrors: true }));
    } catch (error) {
      if (error instanceof ApiError) showRefusals(form, error, (path) => path.replace(/^parameters\./, ''));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (isComplete) form.submit();
  }, [isComplete, form]);
  return (
    // A form of its own beside the rule's: `component={false}`, for forms do not nest.
    <Form
      form={form}
      component={false}
      layout="vertical"
      initialValues={{ level: preset.levels[0], ...usual }}
      onFinish={(values) => void apply(values)}
    >
      <p className="tagging-soft">{t(`rule.preset.${preset.preset}`)}</p>
      <div className="tagging-fields">
        {preset.levels.length > 1 && (
          <Form.Item name="level" label={t('coderule.level')}>
            <Choice
              options={preset.levels.map((value) => ({ value, label: listText(t, 'coderule', `level.${value}`) }))}
            />
          </Form.Item>
        )}
        {parameters.map((parameter) => (
          <Form.Item
            key={parameter.name}
            name={parameter.name}
            label={listText(t, 'rule', `parameter.${parameter.name}`)}
          >
            <ParameterInput parameter={parameter} />
          </Form.Item>
        ))}
      </div>
      <Button size="small" type="primary" loading={busy} onClick={form.submit}>
        {t('rule.usePreset')}
      </Button>
    </Form>
  );
}

interface ParameterInputProps {
  readonly parameter: Preset['parameters'][number];
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

function ParameterInput({ parameter, onChange, ...rest }: ParameterInputProps) {
  const { t } = useTranslation();
  const { name, kind, least, most, choices } = parameter;
  const change = (value: unknown) => onChange?.(`${value ?? ''}`);
  if (kind === 'choice') {
    const labelOf = (choice: string) =>
      name === 'alphabet'
        ? listText(t, 'coderule', `alphabet.${choice}`)
        : listText(t, 'rule', `parameter.${name}.${choice}`);
    return <Choice {...rest} onChange={change} options={choices.map((value) => ({ value, label: labelOf(value) }))} />;
  }
  if (kind === 'number') {
    return (
      <InputNumber
        {...(rest.id === undefined ? {} : { id: rest.id })}
        value={Number(rest.value)}
        onChange={change}
        min={least ?? 0}
        max={most ?? 100}
        precision={0}
        style={{ width: '100%' }}
      />
    );
  }
  const length = least === most ? `${most}` : `${least}–${most}`;
  return (
    <Input
      {...rest}
      onChange={(event) => change(event.target.value)}
      inputMode="numeric"
      maxLength={most ?? 20}
      placeholder={t('rule.digits', { length })}
      autoComplete="off"
    />
  );
}
