import type { GoodsThere } from '@suyuan/contract/inspect/goods-there.ts';
import { type HoldScope, holdAdd, holdPreview, holdScopes } from '@suyuan/contract/inspect/hold.ts';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { GoodsThereView } from '../goods/GoodsThere.tsx';
import { ScopeFields, scopeOf } from '../goods/ScopeFields.tsx';
import { DecisionFields } from './DecisionFields.tsx';

const chosenBy = ['lot', 'product_id', 'work_order_id', 'material_lot', 'codes', 'warehouse_id'];

/** Holds goods. How much they are, and where, can be looked at first. */
export default function NewHold({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<HoldScope>('lot');
  const run = async (values: FormValues) => {
    const { reason, owner_id, due_at } = values as { reason: string; owner_id: number; due_at: string };
    const holding = { scope: scopeOf(kind, values), reason, owner_id, due_at };
    const { hold_no } = await call(holdAdd, holding, { fieldErrors: true });
    notify.success(t('hold.added', { no: hold_no }));
    onDone();
  };
  return (
    <FormDialog title={t('hold.add')} okText={t('hold.hold')} run={run} onClose={onClose}>
      <Alert type="info" showIcon title={t('hold.note')} style={{ marginBottom: 16 }} />
      <ScopeFields label={t('hold.scope_kind')} kinds={holdScopes} kind={kind} onKind={setKind} />
      <Preview kind={kind} />
      <DecisionFields />
    </FormDialog>
  );
}

/** Shows on request how much goods would be held, and where they are; forgotten once something else is chosen. */
function Preview({ kind }: { readonly kind: HoldScope }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const selection = JSON.stringify([kind, Form.useWatch((values) => chosenBy.map((name) => values[name]), form)]);
  const [preview, setPreview] = useState<{ readonly of: string; readonly there: GoodsThere }>();
  const [isAsking, setAsking] = useState(false);
  const look = async () => {
    await form.validateFields(chosenBy);
    setAsking(true);
    try {
      const scope = scopeOf(kind, form.getFieldsValue());
      setPreview({ of: selection, there: await call(holdPreview, { scope }) });
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="goods-aside hold-preview">
      <div>
        {/* What is missing stands at its field, and `call` has shown any other error. */}
        <Button loading={isAsking} onClick={() => void look().catch(() => undefined)}>
          {t('hold.preview')}
        </Button>
      </div>
      {preview?.of === selection && <GoodsThereView there={preview.there} />}
    </div>
  );
}
