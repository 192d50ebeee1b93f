import { Button, Checkbox, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choice } from '../pickers/Choice.tsx';
import './codeFile.css';

/** The column of each part, counted from 0; `titled`: the first line is a header. */
export type FileColumns<Part extends string> = Readonly<Record<Part, number>> & { readonly titled: boolean };

export interface Preview<Part extends string> {
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** The columns that were recognised. */
  readonly columns: FileColumns<Part>;
}

/** The parts that a file can have, with their labels, in order of recognition. */
export type FileParts<Part extends string> = readonly { readonly value: Part; readonly label: string }[];

interface Props<Part extends string> {
  readonly name: string;
  readonly preview: Preview<Part>;
  readonly parts: FileParts<Part>;
  readonly sending: boolean;
  readonly sendText: string;
  readonly onSend: (columns: FileColumns<Part>) => void;
  readonly onCancel: () => void;
}

/** The first lines of a file of codes, in which the person checks the recognised columns, or chooses others, before sending. */
export function FilePreview<Part extends string>({
  name,
  preview: { rows, columns: fileColumns },
  parts,
  sending,
  sendText,
  onSend,
  onCancel,
}: Props<Part>) {
  const { t } = useTranslation();
  const [columns, setColumns] = useState(fileColumns);
  const partAt = (at: number) => parts.find(({ value }) => columns[value] === at)?.value;
  const choose = (at: number, part: Part) => {
    // The column that had this part gets the part that this column had.
    const other = partAt(at);
    setColumns({ ...columns, ...(other ? { [other]: columns[part] } : {}), [part]: at });
  };
  const count = Math.max(parts.length, ...rows.map(({ cells }) => cells.length));
  const numbers = Array.from({ length: count }, (_, at) => at);
  return (
    <section aria-label={t('codefile.preview', { name })}>
      <h2>{t('codefile.preview', { name })}</h2>
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
                aria-label={t('codefile.column', { number: at + 1 })}
                placeholder={t('codefile.unused')}
                options={[...parts]}
                value={partAt(at) ?? null}
                onChange={(part) => choose(at, part as Part)}
              />
              {columns.titled && <small>{rows[0]?.cells[at]}</small>}
            </div>
          ),
          render: (_: unknown, { cells }: (typeof rows)[number]) => <code>{cells[at]}</code>,
        }))}
      />
      <div className="file-choices">
        <Checkbox
          checked={columns.titled}
          onChange={({ target }) => setColumns({ ...columns, titled: target.checked })}
        >
          {t('codefile.titled')}
        </Checkbox>
        <Button onClick={onCancel} disabled={sending}>
          {t('datapage.cancel')}
        </Button>
        <Button type="primary" loading={sending} disabled={rows.length === 0} onClick={() => onSend(columns)}>
          {sendText}
        </Button>
      </div>
    </section>
  );
}
