import { codesQuery, maxCodes } from '@suyuan/contract/tagging/code-query.ts';
import { Button, Empty, Form, Progress, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { CodeInput } from '#ui/code/CodeInput.tsx';
import { codesIn } from '#ui/code/codesIn.ts';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { numberLimits } from '#ui/limits.ts';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { orderReference } from '../orderReference.ts';
import { CodeFactsTable } from './CodeFactsTable.tsx';
import { type CodeQuestion, sizeOf, useCodeFacts } from './useCodeFacts.ts';
import '#ui/DataPage/dataPage.css';
import '../tagging.css';
import { CountInput } from '#ui/pickers/CountInput.tsx';

/** Looks up codes, up to a hundred thousand at once, in the given order. */
export default function CodeQuery() {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const [query] = useSearchParams();
  const codesInUrl = query.get('codes') ?? '';
  // A link to this screen can contain codes; they are replaced by the next search.
  const [entry, setEntry] = useState<{ from: string; question: CodeQuestion | undefined }>();
  const questionInUrl = useMemo(() => {
    const codes = codesIn(codesInUrl);
    return codes.length > 0 ? { codes } : undefined;
  }, [codesInUrl]);
  const question = entry?.from === codesInUrl ? entry.question : questionInUrl;
  const { facts, isFetching, error, refetch, share } = useCodeFacts(question);
  const ask = (next: CodeQuestion) => {
    if (sizeOf(next) > maxCodes) notify.warning(t('rulenews.tooMany', { limit: numbers.count(maxCodes) }));
    else setEntry({ from: codesInUrl, question: next });
  };
  return (
    <div className="data-page">
      <Panel>
        <PanelHead title={t('menu.rulenews')} />
        <Tabs
          items={[
            {
              key: 'codes',
              label: t('rulenews.byCodes'),
              children: <ByCodes key={codesInUrl} requested={codesInUrl} onAsk={(codes) => ask({ codes })} />,
            },
            { key: 'order', label: t('rulenews.byOrder'), children: <ByOrder onAsk={ask} /> },
          ]}
        />
      </Panel>
      <Panel aria-busy={isFetching} aria-label={t('rulenews.result')}>
        {isFetching && question && sizeOf(question) > 10_000 && (
          <Progress percent={Math.floor(share * 100)} aria-label={t('rulenews.progress')} />
        )}
        {!question && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rulenews.empty')} />}
        {question && <PageFailure of={{ error, refetch }} />}
        {question && !error && <CodeFactsTable facts={facts} question={question} busy={isFetching} />}
      </Panel>
    </div>
  );
}

function ByCodes({ requested, onAsk }: { requested: string; onAsk: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(requested);
  return <CodeInput label={t('rulenews.codes')} value={text} onChange={setText} most={maxCodes} onSubmit={onAsk} />;
}

function ByOrder({ onAsk }: { onAsk: (question: CodeQuestion) => void }) {
  const { t } = useTranslation();
  const required = (key: TextKey) => [{ required: true, message: t('datapage.required', { title: t(key) }) }];
  return (
    <Form
      layout="vertical"
      className="code-query-order"
      initialValues={{ from: 1, to: 100 }}
      onFinish={({ order_id, from, to }) => onAsk({ order_id, from, to })}
    >
      <Form.Item name="order_id" label={t('field.order_id')} rules={required('field.order_id')}>
        <ReferenceSelect reference={orderReference} />
      </Form.Item>
      <Form.Item name="from" label={t('tagging.from')} rules={required('tagging.from')}>
        <CountInput {...numberLimits(codesQuery, 'from')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="to"
        label={t('tagging.to')}
        dependencies={['from']}
        rules={[
          ...required('tagging.to'),
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value === null || value === undefined || value >= getFieldValue('from')
                ? Promise.resolve()
                : Promise.reject(new Error(t('tagging.reversed'))),
          }),
        ]}
      >
        <CountInput {...numberLimits(codesQuery, 'to')} style={{ width: '100%' }} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        {t('codeInput.submit')}
      </Button>
    </Form>
  );
}
