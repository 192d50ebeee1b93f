import { DownloadOutlined } from '@ant-design/icons';
import { Button, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CodeFacts, codeStates, codesExport } from '../../../../contract/tagging/code-order.ts';
import { exportFormats } from '../../../../contract/thing/list.ts';
import { download } from '../../../core/api/call.ts';
import { buttonText } from '../../../core/i18n/menuText.ts';
import { Allowed } from '../../../core/session/allowed.tsx';
import { MenuDropdown } from '../../../ui/MenuDropdown.tsx';
import { Moment } from '../../../ui/Moment.tsx';
import { StatusTag } from '../../../ui/StatusTag.tsx';
import type { CodeQuestion } from './useCodeFacts.ts';

const tones = { unknown: 'error', issued: 'warning', bound: 'success', void: 'default' } as const;

interface CodeFactsTableProps {
  readonly facts: readonly CodeFacts[] | undefined;
  readonly question: CodeQuestion;
  readonly busy: boolean;
}

/** What each code is, how many are what, and all of it as a file. */
export function CodeFactsTable({ facts, question, busy }: CodeFactsTableProps) {
  const { t } = useTranslation();
  const rows = useMemo(() => (facts ?? []).map((row, index) => ({ ...row, row: index })), [facts]);
  return (
    <>
      <div className="code-query-summary" role="status">
        {facts && codeStates.map((state) => <Count key={state} state={state} facts={facts} />)}
        <Allowed permission="rulenews:export">
          <Export question={question} disabled={!facts} />
        </Allowed>
      </div>
      <Table<CodeFacts & { row: number }>
        size="middle"
        rowKey="row"
        loading={busy}
        dataSource={rows}
        scroll={{ x: 1890 }}
        pagination={{ defaultPageSize: 20, showSizeChanger: true, hideOnSinglePage: true }}
        columns={[
          {
            title: t('rulenews.input'),
            dataIndex: 'input',
            width: 240,
            render: (input: string) => <code>{input}</code>,
          },
          {
            title: t('field.state'),
            dataIndex: 'state',
            width: 130,
            filters: codeStates.map((value) => ({ value, text: t(`rulenews.state.${value}`) })),
            onFilter: (value, row) => row.state === value,
            render: (state: CodeFacts['state']) => (
              <StatusTag tone={tones[state]}>{t(`rulenews.state.${state}`)}</StatusTag>
            ),
          },
          { title: t('field.rule_name'), dataIndex: 'rule_name', width: 170, render: orDash },
          { title: t('field.order_no'), dataIndex: 'order_no', width: 160, render: orDash },
          { title: t('field.product_name'), dataIndex: 'product_name', width: 200, render: orDash },
          { title: t('field.lot'), dataIndex: 'lot', width: 120, render: orDash },
          { title: t('field.production_date'), dataIndex: 'production_date', width: 120, render: orDash },
          {
            title: t('rulenews.parent'),
            dataIndex: 'parent',
            width: 200,
            render: (code: string | null) => (code ? <code>{code}</code> : '—'),
          },
          { title: t('rulenews.scan_count'), dataIndex: 'scan_count', width: 100, align: 'right' },
          {
            title: t('rulenews.first_scan_at'),
            dataIndex: 'first_scan_at',
            width: 180,
            render: (at: string | null) => (at ? <Moment at={at} /> : '—'),
          },
          {
            title: t('rulenews.last_event'),
            dataIndex: 'last_event',
            width: 250,
            render: (event: CodeFacts['last_event'], { last_event_at }) =>
              event && last_event_at ? (
                <>
                  {t(`rulenews.last_event.${event}`)} · <Moment at={last_event_at} />
                </>
              ) : (
                '—'
              ),
          },
        ]}
      />
    </>
  );
}

const orDash = (value: string | null) => value ?? '—';

function Export({ question, disabled }: { question: CodeQuestion; disabled: boolean }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof exportFormats)[number]) => {
    setBusy(true);
    const input = 'codes' in question ? { codes: [...question.codes], format } : { ...question, format };
    await download(codesExport, input, { timeoutMs: 120_000 }).catch(() => undefined);
    setBusy(false);
  };
  return (
    <span style={{ marginInlineStart: 'auto' }}>
      <MenuDropdown
        trigger={['click']}
        menu={{
          items: exportFormats.map((format) => ({ key: format, label: t(`datapage.export.${format}`) })),
          onClick: ({ key }) => void save(key as (typeof exportFormats)[number]),
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden />} loading={busy} disabled={disabled}>
          {buttonText(t, 'rulenews:export', t('datapage.export'))}
        </Button>
      </MenuDropdown>
    </span>
  );
}

function Count({ state, facts }: { state: CodeFacts['state']; facts: readonly CodeFacts[] }) {
  const { t } = useTranslation();
  const count = facts.filter((row) => row.state === state).length;
  if (count === 0) return null;
  return <StatusTag tone={tones[state]}>{`${t(`rulenews.state.${state}`)} ${count.toLocaleString()}`}</StatusTag>;
}
