import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import { Alert, Button, Table } from 'antd';
import type { TFunction } from 'i18next';
import { listText } from '#core/i18n/listText.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { csvText, saveFile, saveText } from '../../csv.ts';

interface ImportReportProps {
  readonly report: ImportReport;
  readonly list: string;
  /** The name of the file. */
  readonly file: string;
}

/** The report of an import or of its dry run. */
export function ImportReportView({ report, list, file }: ImportReportProps) {
  const { t } = useTranslation();
  const { refused, ignored_columns } = report;
  const isCut = refused.length < report.total - report.good;
  const notes = [
    ...(isCut ? [t('import.firstRefused', { count: refused.length })] : []),
    ...(ignored_columns.length > 0 ? [t('import.ignored', { columns: ignored_columns.join(', ') })] : []),
  ];
  const titleOf = (path: string) => (path === '' ? '' : listText(t, list, path));
  const messageOf = ({ path, message }: Problem) => `${titleOf(path)} ${message}`.trim();
  const save = () => {
    const lines = refused.map(({ cells, problems }) => [
      ...report.titles.map((_, index) => cells[index] ?? ''),
      problems.map(messageOf).join('; '),
    ]);
    const table = { titles: [...report.titles, t('field.problem')], lines };
    void saveRefused(t('import.refusedFile', { list: menuText(t, list) }), table, file);
  };
  return (
    <div className="import-report" role="status">
      <Alert
        type={refused.length === 0 ? 'success' : 'warning'}
        showIcon
        title={summaryOf(report, t)}
        description={notes.length > 0 && notes.map((note) => <div key={note}>{note}</div>)}
        action={
          refused.length > 0 && (
            <Button size="small" onClick={save}>
              {t('import.saveRefused')}
            </Button>
          )
        }
      />
      {refused.length > 0 && (
        <Table
          size="small"
          rowKey="line"
          dataSource={refused}
          pagination={{ pageSize: 8, showSizeChanger: false, hideOnSinglePage: true }}
          columns={[
            { title: t('import.line'), dataIndex: 'line', width: 56, align: 'right' },
            { title: t('field.content'), render: (_, { cells }) => cells.join(', '), ellipsis: true, width: '40%' },
            {
              title: t('field.problem'),
              dataIndex: 'problems',
              render: (problems: readonly Problem[]) =>
                problems.map((problem) => <div key={`${problem.path} ${problem.reason}`}>{messageOf(problem)}</div>),
            },
          ]}
        />
      )}
    </div>
  );
}

type Problem = ImportReport['refused'][number]['problems'][number];

/** The number of lines of each kind, without kinds that do not occur. */
function summaryOf({ total, good, added, updated, unchanged }: ImportReport, t: TFunction) {
  const kinds = [
    ['added', added],
    ['updated', updated],
    ['unchanged', unchanged],
    ['refused', total - good],
  ] as const;
  const presentKinds = kinds.filter(([, count]) => count > 0);
  const parts = presentKinds.map(([kind, count]) => t(`import.count.${kind}`, { count }));
  return [t('import.count.total', { count: total }), parts.join(t('import.count.and'))].join(t('datapage.colon'));
}

/** Refused lines with the columns of their file, and one more column with the reason. */
interface RefusedTable {
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Saves them as a file of the same format as the imported one, so that it can be corrected and imported again. */
async function saveRefused(name: string, { titles, lines }: RefusedTable, broughtIn: string): Promise<void> {
  if (!/\.xlsx$/i.test(broughtIn)) return saveText(`${name}.csv`, csvText([titles, ...lines]));
  const { workbookOf } = await import('./workbook.ts');
  saveFile(`${name}.xlsx`, await workbookOf(name, titles, lines));
}
