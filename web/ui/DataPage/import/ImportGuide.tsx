import { Button, Table, Tag } from 'antd';
import { useState } from 'react';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { saveFile } from '../../csv.ts';
import type { ListSpec } from '../fields.ts';
import { importColumns } from './importColumns.ts';

/** Explains what a file has to look like: a template, and what each column takes. */
export function ImportGuide({ spec }: { readonly spec: ListSpec }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const columns = importColumns(spec, t);
  const titles = [t('import.guide.column'), t('import.guide.required'), t('import.guide.takes')] as const;
  const saveTemplate = async () => {
    const { templateOf } = await import('./importTemplate.ts');
    const list = menuText(t, spec.name);
    const words = { guide: t('import.guide'), titles, yes: t('import.guide.yes') };
    saveFile(`${list}.xlsx`, await templateOf(list, columns, words));
  };
  return (
    <>
      <p>
        {t('import.lead')}{' '}
        <Button type="link" className="import-link" onClick={() => void saveTemplate()}>
          {t('import.template')}
        </Button>{' '}
        <Button type="link" className="import-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('import.guide')}
        </Button>
      </p>
      {spec.importNote && <p>{t(spec.importNote)}</p>}
      {open && (
        <Table
          className="import-guide"
          size="small"
          rowKey="key"
          dataSource={columns}
          pagination={false}
          scroll={{ y: 240, x: 640 }}
          columns={[
            { title: titles[0], dataIndex: 'title', width: 160 },
            {
              title: titles[1],
              dataIndex: 'required',
              width: 110,
              render: (required: boolean) => required && <Tag color="blue">{t('import.guide.yes')}</Tag>,
            },
            { title: titles[2], dataIndex: 'takes' },
            { title: t('import.guide.example'), dataIndex: 'example', width: 180 },
          ]}
        />
      )}
    </>
  );
}
