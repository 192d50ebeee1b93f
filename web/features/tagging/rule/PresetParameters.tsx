import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { rulePreset, type rulePresets } from '@suyuan/contract/tagging/rule-preview.ts';
import { Button, Form, Input, InputNumber } from 'antd';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type FormValues, showRefusals } from '#ui/dialogs/FormDialog.tsx';
import { takeBackRefusals } from '#ui/edit/EditForm.tsx';
import { FormChanges } from '#ui/edit/FormChanges.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';

type Preset = OutputOf<typeof rulePresets>[number];

const usual: Readonly<Record<string, string>> = {
  alphabet: 'base32',
  serial_length: '12',
  extension_digit: '0',
  numbering: 'random',
  registration_category: '1',
  production_type: '1',
};

interface PresetParametersProps {
  readonly preset: Preset;
  readonly fill: (values: Record<string, unknown>) => void;
}

/** Inputs for the parameters of a preset; the resulting format is filled into the rule's form. */
export function PresetParameters({ preset, fill }: PresetParametersProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<FormValues>();
  const [busy, setBusy] = useState(false);
  const latestValues = useRef<FormValues>(undefined);
  const [initialValues, setInitialValues] = useState<FormValues>({ level: preset.levels[0], ...usual });
  const { parameters } = preset;
  // If no parameter needs input, the format is filled in as soon as the preset is chosen.
  const isComplete = parameters.every(({ name, kind }) => kind !== 'digits' || usual[name]);
  const apply = async (values: FormValues) => {
    setBusy(true);
    try {
      const input = {
        preset: preset.preset,
        ...(preset.levels.length > 1 ? { level: values.level } : {}),
        parameters: Object.fromEntries(parameters.map(({ name }) => [name, `${values[name] ?? ''}`.trim()])),
      } as InputOf<typeof rulePreset>;
      const format = await call(rulePreset, input, { fieldErrors: true });
      // The person may have chosen another preset meanwhile.
      if (isChosen.current) {
        fill(format);
        setInitialValues(values);
      }
    } catch (error) {
      if (error instanceof ApiError) showRefusals(form, error, (path) => path.replace(/^parameters\./, ''));
    } finally {
      setBusy(false);
    }
  };
  const isChosen = useRef(false);
  useEffect(() => {
    isChosen.current = true;
    return () => {
      isChosen.current = false;
    };
  }, []);
  useEffect(() => {
    if (isComplete) form.submit();
  }, [isComplete, form]);
  return (
    // Nested forms are invalid in HTML, so this one renders no form element (`component={false}`).
    <Form
      form={form}
      component={false}
      layout="vertical"
      initialValues={initialValues}
      onValuesChange={(changes, all) => {
        latestValues.current = all;
        takeBackRefusals(form, changes);
      }}
      onFinish={(values) => void apply(values)}
    >
      <FormChanges begun={initialValues} entered={latestValues} />
      <div className="tagging-fields preset-parameters">
        {preset.levels.length > 1 && (
          <Form.Item name="level" label={t('coderule.level')}>
            <Choice
              options={preset.levels.map((value) => ({ value, label: listText(t, 'coderule', `level.${value}`) }))}
            />
          </Form.Item>
        )}
        {parameters.map((parameter) => (
          <Form.Item key={parameter.name} name={parameter.name} label={parameterText(t, parameter.name)}>
            <ParameterInput parameter={parameter} onEnter={form.submit} />
          </Form.Item>
        ))}
      </div>
      <Button size="small" type="primary" loading={busy} onClick={form.submit}>
        {t('rule.usePreset')}
      </Button>
    </Form>
  );
}

/** The text of a parameter or of a choice; some are fields of the rule. */
const parameterText = (t: TFunction, name: string) => t([`rule.parameter.${name}`, `coderule.${name}`] as TextKey[]);

interface ParameterInputProps {
  readonly parameter: Preset['parameters'][number];
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onEnter: () => void;
}

function ParameterInput({ parameter, onChange, onEnter, ...rest }: ParameterInputProps) {
  const { t } = useTranslation();
  const { name, kind, least, most, choices } = parameter;
  /** Enter must not submit the surrounding form. */
  const enter = (event: KeyboardEvent) => {
    event.preventDefault();
    onEnter();
  };
  const change = (value: unknown) => onChange?.(`${value ?? ''}`);
  if (kind === 'choice') {
    const labelOf = (choice: string) => parameterText(t, `${name}.${choice}`);
    return <Choice {...rest} onChange={change} options={choices.map((value) => ({ value, label: labelOf(value) }))} />;
  }
  if (kind === 'number') {
    return (
      <InputNumber
        {...(rest.id === undefined ? {} : { id: rest.id })}
        value={Number(rest.value)}
        onChange={change}
        {...(least === null ? {} : { min: least })}
        {...(most === null ? {} : { max: most })}
        precision={0}
        onPressEnter={enter}
        style={{ width: '100%' }}
      />
    );
  }
  const length = least === most ? `${most}` : `${least}–${most}`;
  return (
    <Input
      {...rest}
      onChange={(event) => change(event.target.value)}
      onPressEnter={enter}
      inputMode="numeric"
      {...(most === null ? {} : { maxLength: most })}
      placeholder={t('rule.digits', { length })}
      autoComplete="off"
    />
  );
}
