import type { InputOf } from '@suyuan/contract/call/call.ts';
import { type CodeRule, formatFields, ruleVersion } from '@suyuan/contract/tagging/code-rule.ts';
import { Alert, Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { ListSpec, RowDialogProps } from '#ui/DataPage/fields.ts';
import { RecordItems } from '#ui/DataPage/form/RecordItems.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import type { Row } from '#ui/records.ts';
import { PresetCards } from './PresetCards.tsx';
import RulePreview from './RulePreview.tsx';
import '../tagging.css';

interface RuleVersionProps extends RowDialogProps<CodeRule> {
  readonly spec: ListSpec;
}

/**
 * Creates a new version of a rule with another format, because a rule in use keeps its format. The old version issues no more
 * codes.
 */
export default function RuleVersion({ spec, row: rule, onClose, onDone }: RuleVersionProps) {
  const { t } = useTranslation();
  const fields = spec.fields.filter(({ key, form }) => form && key in formatFields);
  const row: Row = rule;
  const run = async (values: FormValues) => {
    const input = { ...values, prefix: values.prefix ?? '', id: rule.id } as InputOf<typeof ruleVersion>;
    await call(ruleVersion, input, { fieldErrors: true });
    notify.success(t('coderule.versionMade', { rule: rule.rule_name, version: rule.version + 1 }));
    onDone();
  };
  return (
    <FormDialog
      title={t('coderule.versionTitle', { rule: rule.rule_name, version: rule.version + 1 })}
      okText={t('coderule.newVersion')}
      width={880}
      initialValues={Object.fromEntries(fields.map(({ key }) => [key, row[key]]))}
      run={run}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Alert type="info" showIcon title={t('coderule.versionText')} className="tagging-note" />
          <PresetCards fill={(values) => form.setFieldsValue(values)} />
          <div className="rule-version">
            <div>
              <RecordItems list="coderule" fields={fields} row={rule} />
            </div>
            <Form.Item noStyle shouldUpdate>
              {({ getFieldsValue }) => <RulePreview values={getFieldsValue()} />}
            </Form.Item>
          </div>
        </>
      )}
    </FormDialog>
  );
}
