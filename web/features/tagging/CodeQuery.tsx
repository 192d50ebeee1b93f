import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type CodeFacts, codeStates, codesQuery } from '../../../contract/tagging.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../notices/notices.ts';
import { CodeInput } from '../../ui/CodeInput.tsx';
import { codesIn } from '../../ui/codesIn.ts';
import { csvText, saveText } from '../../ui/csv.ts';
import { Moment } from '../../ui/Moment.tsx';
import { StatusTag } from '../../ui/StatusTag.tsx';
import '../../ui/DataPage/dataPage.css';
import './tagging.css';

const mostCodes = 10_000;
const tones = { unknown: 'error', issued: 'warning', bound: 'success', void: 'default' } as const;

/** What codes are: any number up to ten thousand, in the order given. */
export default function CodeQuery() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const asked = query.get('codes') ?? '';
  // A link to this screen brings codes along; after that the person types.
  const [typed, setTyped] = useState<{ from: string; text: string }>({ from: asked, text: asked });
  const text = typed.from === asked ? typed.text : asked;
  const [submitted, setSubmitted] = useState<{ from: string; codes: string[] }>({ from: asked, codes: codesIn(asked) });
  const codes = submitted.from === asked ? submitted.codes : codesIn(asked);
  const { data, isFetching } = useQuery({
    queryKey: [codesQuery.path, codes],
    queryFn: ({ signal }) => call(codesQuery, { codes }, { signal }),
    enabled: codes.length > 0,
  });
  const submit = (entered: string) => {
    const wanted = codesIn(entered);
    if (wanted.length > mostCodes) notify.warning(t('rulenews.tooMany', { limit: mostCodes.toLocaleString() }));
    else setSubmitted({ from: asked, codes: wanted });
  };
  return (
    <div className="data-page">
      <section className="data-page-panel">
        <div className="data-page-toolbar">
          <h1>{t('menu.rulenews')}</h1>
        </div>
        <CodeInput
          label={t('rulenews.codes')}
          value={text}
          onChange={(entered) => setTyped({ from: asked, text: entered })}
          onSubmit={submit}
        />
      </section>
      <section className="data-page-panel" aria-busy={isFetching} aria-label={t('rulenews.result')}>
        {codes.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('rulenews.empty')} />
        ) : (
          <Result facts={data} busy={isFetching} />
        )}
      </section>
    </div>
  );
}

function Result({ facts, busy }: { facts: readonly CodeFacts[] | undefined; busy: boolean }) {
  const { t } = useTranslation();
  const save = () => {
    const keys = [
      'input',
      'code',
      'state',
      'rule_name',
      'order_no',
      'product_code',
      'product_name',
      'scan_count',
    ] as const;
    const rows = (facts ?? []).map((row) =>
      keys.map((key) => (key === 'state' ? t(`rulenews.state.${row.state}`) : String(row[key] ?? ''))),
    );
    saveText(`${t('menu.rulenews')}.csv`, csvText([keys.map((key) => t(`rulenews.${key}`)), ...rows]));
  };
  return (
    <>
      <div className="code-query-summary" role="status">
        {facts && codeStates.map((state) => <Count key={state} state={state} facts={facts} />)}
        <Button style={{ marginInlineStart: 'auto' }} disabled={!facts} onClick={save}>
          {t('datapage.export.csv')}
        </Button>
      </div>
      <Table<CodeFacts>
        size="middle"
        rowKey="input"
        loading={busy}
        dataSource={facts ?? []}
        scroll={{ x: 1180 }}
        pagination={{ defaultPageSize: 20, showSizeChanger: true, hideOnSinglePage: true }}
        columns={[
          {
            title: t('rulenews.input'),
            dataIndex: 'input',
            width: 240,
            render: (input: string) => <code>{input}</code>,
          },
          {
            title: t('rulenews.state'),
            dataIndex: 'state',
            width: 110,
            filters: codeStates.map((value) => ({ value, text: t(`rulenews.state.${value}`) })),
            onFilter: (value, row) => row.state === value,
            render: (state: CodeFacts['state']) => (
              <StatusTag tone={tones[state]}>{t(`rulenews.state.${state}`)}</StatusTag>
            ),
          },
          { title: t('rulenews.rule_name'), dataIndex: 'rule_name', width: 170, render: orDash },
          { title: t('rulenews.order_no'), dataIndex: 'order_no', width: 160, render: orDash },
          { title: t('rulenews.product_name'), dataIndex: 'product_name', width: 200, render: orDash },
          { title: t('rulenews.scan_count'), dataIndex: 'scan_count', width: 100, align: 'right' },
          {
            title: t('rulenews.first_scan_at'),
            dataIndex: 'first_scan_at',
            width: 180,
            render: (at: string | null) => (at ? <Moment at={at} /> : '—'),
          },
        ]}
      />
    </>
  );
}

const orDash = (value: string | null) => value ?? '—';

function Count({ state, facts }: { state: CodeFacts['state']; facts: readonly CodeFacts[] }) {
  const { t } = useTranslation();
  const count = facts.filter((row) => row.state === state).length;
  if (count === 0) return null;
  return <StatusTag tone={tones[state]}>{`${t(`rulenews.state.${state}`)} ${count.toLocaleString()}`}</StatusTag>;
}
