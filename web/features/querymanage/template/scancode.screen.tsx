import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { scanTemplate } from '@suyuan/contract/querymanage/scan-template.ts';
import { Alert, Button } from 'antd';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useUnsaved } from '#core/unsaved/unsaved.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { TemplateDesigner } from './TemplateDesigner.tsx';

const designing = 'design';

/** Templates of the consumer page: the list, or the designer of the opened template. */
export default function ScanTemplates() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const id = Number(query.get(designing));
  if (Number.isSafeInteger(id) && id > 0) {
    return <TemplateDesigner key={id} id={id} onLeave={() => setQuery({})} />;
  }
  const spec = thingList(scanTemplate, {
    titleOf: (row) => row.template_name,
    actions: [{ key: 'design', text: 'scancode.design', run: (row) => setQuery({ [designing]: String(row.id) }) }],
    shown: {
      template_name: { width: 180 },
      scope: { width: 100 },
      product_id: {
        reference: { page: product.page, label: (row) => `${row.product_name} (${row.product_code})` },
        nameOf: (row) => row.product_name,
        width: 170,
        render: (row) => row.product_name ?? '—',
        form: { hint: 'scancode.scopeHint' },
      },
      brand_id: {
        reference: { page: brand.page, label: (row) => `${row.brand_name}` },
        nameOf: (row) => row.brand_name,
        width: 130,
        render: (row) => row.brand_name ?? '—',
        form: { shown: (values) => !values.product_id },
      },
      state: { width: 110, tones: { draft: 'default', published: 'success', changed: 'warning' } },
      published_version: {
        width: 110,
        render: ({ published_version: version }) => (version ? t('field.versionOf', { version }) : '—'),
      },
    },
  });
  return (
    <>
      <UnsavedDesigns onOpen={(designId) => setQuery({ [designing]: designId })} />
      <DataPage spec={spec} />
    </>
  );
}

/** Links to designs that were left unsaved, e.g. by the back button or the menu. */
function UnsavedDesigns({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const work = useUnsaved((state) => state.work[pathname]) ?? {};
  return Object.entries(work).map(([id, design]) => (
    <Alert
      key={id}
      type="warning"
      showIcon
      title={t('unsaved.elsewhere', { name: (design as { name: string }).name })}
      action={
        <Button size="small" onClick={() => onOpen(id)}>
          {t('unsaved.stay')}
        </Button>
      }
      style={{ marginBottom: 16 }}
    />
  ));
}
