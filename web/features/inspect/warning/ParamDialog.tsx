import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { type WarningParam, warningParamTry, warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import { Alert, Button, Form, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { hasChanges } from '#core/unsaved/changedForms.ts';
import { EditDialog } from '#ui/dialogs/EditDialog.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

interface ParamDialogProps {
  readonly param: WarningParam;
  /** Sets limits for a single product. */
  readonly forProduct: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

type Limits = Record<string, number>;
type Tried = OutputOf<typeof warningParamTry>;

/** The timeout of a trial with months of scans. */
const patience = 120_000;

/** A dialog for the limits of a rule, which can be tried against past scans before saving. */
export default function ParamDialog({ param, forProduct, onClose, onDone }: ParamDialogProps) {
  const { t } = useTranslation();
  const { rule, bounds } = param;
  const isOfOrders = param.about === 'order';
  const [product, setProduct] = useState<number | undefined>(param.product_id ?? undefined);
  const [enabled, setEnabled] = useState(param.enabled);
  const [limits, setLimits] = useState<Limits>({ ...param.limits });
  const [trial, setTrial] = useState<{ readonly of: string; readonly answer: Tried }>();
  const [busy, setBusy] = useState<'try' | 'save'>();
  const product_id = forProduct ? product : (param.product_id ?? undefined);
  const input = { rule, limits, ...(product_id === undefined ? {} : { product_id }) } satisfies InputOf<
    typeof warningParamTry
  >;
  const isTried = trial?.of === JSON.stringify(input);
  const doing = async (what: 'try' | 'save', work: () => Promise<void>) => {
    setBusy(what);
    await work().catch(() => undefined);
    setBusy(undefined);
  };
  const tryOut = () =>
    doing('try', async () => {
      const answer = await call(warningParamTry, input, { timeoutMs: patience });
      setTrial({ of: JSON.stringify(input), answer });
    });
  const save = (more: { as_all?: true } = {}) =>
    doing('save', async () => {
      const version = forProduct ? {} : { version: param.version };
      await call(warningParamUpdate, { ...input, enabled, ...version, ...more });
      notify.success(t('warningparam.saved'));
      onDone();
      onClose();
    });
  const mayTry = !forProduct || product !== undefined;
  const maySave = mayTry && (!enabled || isTried);
  const values = { product, enabled, limits };
  const initialValues = { product: param.product_id ?? undefined, enabled: param.enabled, limits: param.limits };
  return (
    <EditDialog
      title={t(`queryconsumerwarning.rule.${rule}`)}
      okText={t('datapage.save')}
      disabled={!maySave}
      busy={busy === 'save'}
      onOk={() => void save()}
      onClose={onClose}
      more={
        <>
          {param.product_id !== null && (
            <Button danger onClick={() => void save({ as_all: true })}>
              {t('warningparam.asAll')}
            </Button>
          )}
          <Button loading={busy === 'try'} disabled={!mayTry} onClick={() => void tryOut()}>
            {t(isOfOrders ? 'warningparam.tryOrders' : 'warningparam.try')}
          </Button>
        </>
      }
    >
      <Unsaved changed={hasChanges(initialValues, values)} />
      <EditForm layout="vertical" onFinish={() => void (maySave ? save() : mayTry && tryOut())}>
        {forProduct && (
          <Form.Item label={t('field.product')} htmlFor="param-product" required>
            <ReferenceSelect
              id="param-product"
              reference={productReference}
              value={product ?? null}
              onChange={setProduct}
            />
          </Form.Item>
        )}
        <Form.Item label={t('warningparam.enabled')} htmlFor="param-enabled">
          <Switch id="param-enabled" checked={enabled} onChange={setEnabled} />
        </Form.Item>
        <LimitInputs bounds={bounds} limits={limits} onChange={setLimits} />
      </EditForm>
      {isTried ? (
        <TriedText answer={trial.answer} about={param.about} />
      ) : (
        <p>{t(isOfOrders ? 'warningparam.tryOrdersFirst' : 'warningparam.tryFirst')}</p>
      )}
    </EditDialog>
  );
}

interface LimitInputsProps {
  readonly bounds: WarningParam['bounds'];
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

function LimitInputs({ bounds, limits, onChange }: LimitInputsProps) {
  const { t } = useTranslation();
  return Object.entries(bounds).map(([name, { least, most }]) => (
    <Form.Item
      key={name}
      label={listText(t, 'warningparam', `limit.${name}`)}
      htmlFor={`param-${name}`}
      extra={t('warningparam.between', { least, most })}
    >
      <InputNumber
        id={`param-${name}`}
        min={least}
        max={most}
        precision={0}
        value={limits[name] ?? least}
        onChange={(value) => onChange({ ...limits, [name]: value ?? least })}
      />
    </Form.Item>
  ));
}

function TriedText({ answer, about }: { readonly answer: Tried; readonly about: WarningParam['about'] }) {
  const { t } = useTranslation();
  const { days, scans, fires, settled_right, settled_false, missed_right, complete } = answer;
  return (
    <Alert
      type="info"
      showIcon
      title={t(about === 'order' ? 'warningparam.triedOrders' : 'warningparam.tried', { days, scans, fires })}
      description={
        <>
          {t('warningparam.triedSettled', { right: settled_right, wrong: settled_false, missed: missed_right })}
          {!complete && <div>{t('warningparam.triedInPart')}</div>}
        </>
      }
    />
  );
}
