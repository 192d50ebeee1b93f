import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { brand } from '../../../../contract/base/brand.ts';
import { product } from '../../../../contract/base/product.ts';
import {
  scanTemplateAdd,
  scanTemplateDelete,
  scanTemplatePage,
  scanTemplateUpdate,
} from '../../../../contract/querymanage/scan-template.ts';
import { useUnsaved } from '../../../core/navigation/unsaved.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { TemplateDesigner } from './TemplateDesigner.tsx';

const designing = 'design';

/** Templates of the consumer page; one that is opened takes the place of the list. */
export default function ScanTemplates() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get(designing));
  if (Number.isSafeInteger(id) && id > 0) {
    return <TemplateDesigner key={id} id={id} onLeave={() => setQuery({})} />;
  }
  const spec: ListSpec = {
    name: 'scancode',
    thing: 'scan_template',
    page: scanTemplatePage,
    add: scanTemplateAdd,
    update: scanTemplateUpdate,
    remove: scanTemplateDelete,
    titleOf: (row) => `${row.template_name}`,
    actions: [{ key: 'design', text: 'scancode.design', run: (row) => setQuery({ [designing]: String(row.id) }) }],
    fields: [
      { key: 'keyword', kind: 'text', search: true, column: false },
      {
        key: 'template_name',
        kind: 'text',
        column: { width: 220, sort: true },
        form: { required: true, maxLength: 64 },
      },
      {
        key: 'scope',
        kind: 'choice',
        choices: ['all', 'brand', 'product'],
        search: true,
        column: { width: 120 },
      },
      {
        key: 'product_id',
        kind: 'reference',
        reference: { page: product.page, label: (row) => `${row.product_name} (${row.product_code})` },
        nameOf: (row) => row.product_name as string | null,
        column: { width: 200, render: (row) => (row.product_name as string | null) ?? '—' },
        form: { hint: 'scancode.scopeHint' },
      },
      {
        key: 'brand_id',
        kind: 'reference',
        reference: { page: brand.page, label: (row) => `${row.brand_name}` },
        nameOf: (row) => row.brand_name as string | null,
        column: { width: 160, render: (row) => (row.brand_name as string | null) ?? '—' },
        form: { shown: (values: Readonly<Record<string, unknown>>) => !values.product_id },
      },
      {
        key: 'state',
        kind: 'choice',
        choices: ['draft', 'published', 'changed'],
        tones: { draft: 'default', published: 'success', changed: 'warning' },
        column: { width: 140 },
      },
      {
        key: 'published_version',
        kind: 'number',
        column: {
          width: 110,
          render: ({ published_version: version }) => (version ? t('scancode.versionOf', { version }) : '—'),
        },
      },
      { key: 'published_at', kind: 'moment', column: { width: 180, sort: true } },
      { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
    ],
  };
  return (
    <>
      <UnsavedDesigns onOpen={(unsaved) => setQuery({ [designing]: unsaved })} />
      <DataPage spec={spec} />
    </>
  );
}

/** Designs that were left without being saved, by the browser's way back or the menu. */
function UnsavedDesigns({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const work = useUnsaved((state) => state.work[pathname]) ?? {};
  return Object.entries(work).map(([id, unsaved]) => (
    <Alert
      key={id}
      type="warning"
      showIcon
      title={t('unsaved.elsewhere', { name: (unsaved as { name: string }).name })}
      action={
        <Button size="small" onClick={() => onOpen(id)}>
          {t('unsaved.goOn')}
        </Button>
      }
      style={{ marginBottom: 16 }}
    />
  ));
}
