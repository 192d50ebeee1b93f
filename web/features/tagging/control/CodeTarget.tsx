import type { CodeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { Form, Input, Radio } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeEntry, takesScans } from '#ui/code/CodeEntry.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { orderReference } from '../orderReference.ts';
import { type TargetScope, targetScopes } from './codeTarget.ts';

const scopeTexts = {
  whole: 'queryclose.scope.order',
  numbers: 'tagging.scope.numbers',
  ends: 'tagging.scope.ends',
  list: 'queryclose.scope.list',
} as const;

/** Form items for selecting codes: an order or a range of it, or a list. Without a given order, they ask for one. */
export function CodeTarget({ order }: { order?: Pick<CodeOrder, 'quantity'> | undefined }) {
  const { t } = useTranslation();
  const scope = (Form.useWatch('scope') as TargetScope | undefined) ?? 'whole';
  const required = (key: TextKey) => [{ required: true, message: t('datapage.required', { title: t(key) }) }];
  const most = order ? { max: order.quantity } : {};
  return (
    <>
      <Form.Item name="scope" label={t('tagging.scope')}>
        <Radio.Group options={targetScopes.map((value) => ({ value, label: t(scopeTexts[value]) }))} />
      </Form.Item>
      {order ? (
        <Form.Item name="order_id" hidden>
          <Input />
        </Form.Item>
      ) : (
        scope !== 'list' && (
          <Form.Item name="order_id" label={t('field.order_id')} rules={required('field.order_id')}>
            <ReferenceSelect reference={orderReference} />
          </Form.Item>
        )
      )}
      {scope === 'numbers' && (
        <div className="tagging-pair">
          <Form.Item name="from" label={t('tagging.from')} rules={required('tagging.from')}>
            <CountInput min={1} {...most} style={{ width: '100%' }} />
          </Form.Item>
          <Form.Item name="to" label={t('tagging.to')} rules={required('tagging.to')}>
            <CountInput min={1} {...most} style={{ width: '100%' }} />
          </Form.Item>
        </div>
      )}
      {scope === 'ends' && (
        <div className="tagging-pair">
          <Form.Item name="first_code" label={t('tagging.first_code')} rules={required('tagging.first_code')}>
            <CodeEntry className="tagging-code" />
          </Form.Item>
          <Form.Item name="last_code" label={t('tagging.last_code')} rules={required('tagging.last_code')}>
            <CodeEntry className="tagging-code" />
          </Form.Item>
        </div>
      )}
      {scope === 'list' && <CodeListItem />}
    </>
  );
}

function CodeListItem() {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const count = codesIn(`${Form.useWatch('list') ?? ''}`).length;
  return (
    <Form.Item
      name="list"
      label={t('scan.codes')}
      extra={t('tagging.listCount', { count, number: numbers.count(count) })}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title: t('scan.codes') }) }]}
    >
      <Input.TextArea
        rows={6}
        spellCheck={false}
        className="tagging-code"
        placeholder={t('tagging.listHint')}
        {...takesScans}
      />
    </Form.Item>
  );
}
