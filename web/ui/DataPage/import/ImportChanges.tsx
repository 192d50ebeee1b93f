import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { Table } from 'antd';
import type { ReactNode } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { isSame } from '#core/unsaved/changedForms.ts';
import type { Row } from '../../records.ts';
import { type Field, isColumn, type ListSpec } from '../fields.ts';
import { useCells } from '../table/Cell.tsx';

interface ImportChangesProps {
  readonly report: ImportReport;
  readonly spec: ListSpec;
}

/** The existing rows that an import would change: each field before and after. */
export function ImportChanges({ report: { changes, updated }, spec }: ImportChangesProps) {
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const rows = changes.flatMap(({ line, before, after }) => {
    const [old, next] = [before as Row, after as Row];
    const differing = spec.fields.filter((field) => isShown(field) && !isSame(old[field.key], next[field.key]));
    return differing.map((field) => ({ line, key: `${line} ${field.key}`, field, old, next }));
  });
  const value = (field: Field, row: Row): ReactNode => cell(field, row);
  return (
    <section className="import-report" aria-label={t('import.changes')}>
      <h3>{t('import.changes')}</h3>
      {updated > changes.length && <p>{t('import.firstChanges', { count: changes.length })}</p>}
      <Table
        size="small"
        rowKey="key"
        dataSource={rows}
        pagination={{ pageSize: 8, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[
          { title: t('import.line'), dataIndex: 'line', width: 56, align: 'right' },
          { title: t('import.row'), render: (_, { old }) => spec.titleOf(old) },
          { title: t('history.column'), render: (_, { field }) => listText(t, spec.name, field.key) },
          { title: t('import.before'), render: (_, { field, old }) => <del>{value(field, old)}</del> },
          { title: t('import.after'), render: (_, { field, next }) => <ins>{value(field, next)}</ins> },
        ]}
      />
    </section>
  );
}

/** `updated_at` is left out, since it changes with every row. */
const isShown = (field: Field): boolean => isColumn(field) && field.key !== 'updated_at';
