import { DownloadOutlined } from '@ant-design/icons';
import { type CodeFacts, codeFacts, codeStates, codesExport } from '@suyuan/contract/tagging/code-query.ts';
import { exportFormats } from '@suyuan/contract/thing/list.ts';
import { Button, Table } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { download } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { buttonText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Allowed } from '#core/session/allowed.tsx';
import { CodeText } from '#ui/code/CodeText.tsx';
import { columnOf, isColumn } from '#ui/DataPage/fields.ts';
import { useCells } from '#ui/DataPage/table/Cell.tsx';
import { fieldsOf } from '#ui/DataPage/thingList.ts';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import type { Row } from '#ui/records.ts';
import { StatusTag } from '#ui/StatusTag.tsx';
import type { CodeQuestion } from './useCodeFacts.ts';

const tones = {
  unknown: 'error',
  issued: 'warning',
  bound: 'success',
  sampled: 'default',
  inactive: 'default',
  destroyed: 'default',
  void: 'default',
} as const;

const columns = fieldsOf(codeFacts, {
  input: { width: 260, render: ({ input }) => <CodeText code={`${input}`} to="informationinquiry" /> },
  code: { column: false },
  state: { width: 130, tones },
  on_hold: { width: 100, render: ({ on_hold }) => <HeldTag held={on_hold === true} hold={null} /> },
  refused: { kind: 'longtext', width: 240 },
  rule_name: { width: 170 },
  product_code: { column: false },
  product_name: {
    width: 200,
  },
  order_no: {
    width: 150,
  },
  lot: { width: 120 },
  production_date: { width: 120 },
  parent: {
    width: 200,
    render: ({ parent }) => (parent ? <CodeText code={`${parent}`} to="informationinquiry" /> : '—'),
  },
  scan_count: { width: 100 },
  last_event: { width: 250, render: (row) => <LastEvent {...(row as CodeFacts & Row)} /> },
  last_event_at: { column: false },
}).filter(isColumn);
const width = columns.reduce((sum, field) => sum + (columnOf(field).width ?? 0), 0);

interface CodeFactsTableProps {
  readonly facts: readonly CodeFacts[] | undefined;
  readonly question: CodeQuestion;
  readonly busy: boolean;
}

/** The found codes with their states, the number of codes in each state, and a button to export them. */
export function CodeFactsTable({ facts, question, busy }: CodeFactsTableProps) {
  const { t } = useTranslation();
  const cell = useCells('rulenews');
  // Rows need ids of their own, because a code may be in the list twice.
  const rows = useMemo(() => (facts ?? []).map((row, id): Row => ({ ...row, id })), [facts]);
  return (
    <>
      <div className="code-query-summary" role="status">
        {facts && codeStates.map((state) => <Count key={state} state={state} facts={facts} />)}
        <Allowed permission="rulenews:export">
          <Export question={question} disabled={!facts} />
        </Allowed>
      </div>
      <Table<Row>
        size="middle"
        rowKey="id"
        loading={busy}
        dataSource={rows}
        scroll={{ x: width }}
        pagination={{ defaultPageSize: 20, showSizeChanger: true, hideOnSinglePage: true }}
        columns={columns.map((field) => ({
          key: field.key,
          title: listText(t, 'rulenews', field.key),
          width: columnOf(field).width ?? 0,
          render: (_, row) => cell(field, row),
          ...(field.kind === 'number' ? { align: 'right' } : {}),
          ...(field.key === 'state' ? filterByState(t) : {}),
        }))}
      />
    </>
  );
}

const filterByState = (t: TFunction) => ({
  filters: codeStates.map((value) => ({ value, text: t(`rulenews.state.${value}`) })),
  onFilter: (value: unknown, { state }: Row) => state === value,
});

function LastEvent({ last_event, last_event_at }: Pick<CodeFacts, 'last_event' | 'last_event_at'>) {
  const { t } = useTranslation();
  if (!last_event || !last_event_at) return '—';
  return (
    <>
      {t(`rulenews.last_event.${last_event}`)} · <Moment at={last_event_at} />
    </>
  );
}

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
          {buttonText(t, 'rulenews:export', t('button.export'))}
        </Button>
      </MenuDropdown>
    </span>
  );
}

function Count({ state, facts }: { state: CodeFacts['state']; facts: readonly CodeFacts[] }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const count = facts.filter((row) => row.state === state).length;
  if (count === 0) return null;
  return <StatusTag tone={tones[state]}>{`${t(`rulenews.state.${state}`)} ${numbers.count(count)}`}</StatusTag>;
}
