import { Button, Checkbox, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../../contract/call/call.ts';
import type { PackingColumns, packingPreview } from '../../../../contract/plant/task.ts';
import { Choice } from '../../../ui/pickers/Choice.tsx';

export type Preview = OutputOf<typeof packingPreview>;
type Role = 'parent' | 'child';

interface Props {
  readonly name: string;
  readonly preview: Preview;
  readonly sending: boolean;
  readonly onSend: (columns: PackingColumns) => void;
  readonly onCancel: () => void;
}

/** The first lines of a file: which column names the package and which what lies in it is seen, or chosen, before it is sent. */
export function FilePreview({ name, preview: { rows, columns: recognised }, sending, onSend, onCancel }: Props) {
  const { t } = useTranslation();
  const [columns, setColumns] = useState(recognised);
  const choose = (at: number, role: Role | undefined) => {
    const other = role === 'parent' ? 'child' : 'parent';
    // The column that had the part takes the one that this column had.
    if (role) setColumns({ ...columns, [role]: at, [other]: columns[other] === at ? columns[role] : columns[other] });
  };
  const count = Math.max(2, ...rows.map(({ cells }) => cells.length));
  const numbers = Array.from({ length: count }, (_, at) => at);
  const parts = [
    { value: 'parent', label: t('relevance.columnParent') },
    { value: 'child', label: t('relevance.columnChild') },
  ];
  return (
    <section aria-label={t('relevance.previewOf', { name })}>
      <h2>{t('relevance.previewOf', { name })}</h2>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: true }}
        rowKey="line"
        dataSource={columns.titled ? rows.slice(1) : rows}
        columns={numbers.map((at) => ({
          key: at,
          title: (
            <div className="file-column">
              <Choice
                aria-label={t('relevance.columnPart', { number: at + 1 })}
                placeholder={t('relevance.columnUnused')}
                options={parts}
                value={columns.parent === at ? 'parent' : columns.child === at ? 'child' : null}
                onChange={(role) => choose(at, role as Role)}
              />
              {columns.titled && <small>{rows[0]?.cells[at]}</small>}
            </div>
          ),
          render: (_: unknown, { cells }: Preview['rows'][number]) => <code>{cells[at]}</code>,
        }))}
      />
      <div className="file-choices">
        <Checkbox
          checked={columns.titled}
          onChange={({ target }) => setColumns({ ...columns, titled: target.checked })}
        >
          {t('relevance.columnsTitled')}
        </Checkbox>
        <Button onClick={onCancel} disabled={sending}>
          {t('relevance.otherFile')}
        </Button>
        <Button type="primary" loading={sending} disabled={rows.length === 0} onClick={() => onSend(columns)}>
          {t('relevance.packFile')}
        </Button>
      </div>
    </section>
  );
}
