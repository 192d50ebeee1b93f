import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Result, Segmented, Skeleton, Space, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/call.ts';
import type { ScanDesign } from '../../../contract/scan-design.ts';
import {
  scanTemplateDetail,
  scanTemplatePage,
  scanTemplatePublish,
  scanTemplateSave,
} from '../../../contract/scan-templates.ts';
import { call } from '../../api/call.ts';
import { type Language, languageNames, languages } from '../../i18n/languages.ts';
import { notify } from '../../notices/notices.ts';
import { useCan } from '../../session/allowed.tsx';
import { DesignForm } from './DesignForm.tsx';
import { TemplateHistory } from './TemplateHistory.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import './templateDesigner.css';
import '../../ui/DataPage/dataPage.css';

interface DesignerProps {
  readonly id: number;
  readonly onLeave: () => void;
}

/** What consumers see of a product, a brand or everything: the form, and beside it the page on a phone. */
export function TemplateDesigner({ id, onLeave }: DesignerProps) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [scanTemplateDetail.path, id],
    queryFn: ({ signal }) => call(scanTemplateDetail, { id }, { signal, silent: true }),
    // What is being written is not to be replaced from behind.
    refetchOnWindowFocus: false,
  });
  if (detail.isError && !detail.data)
    return (
      <Result
        status="warning"
        title={detail.error.message}
        extra={<Button onClick={onLeave}>{t('scancode.back')}</Button>}
      />
    );
  if (!detail.data) return <Skeleton active />;
  return <Designer detail={detail.data} onLeave={onLeave} />;
}

type Detail = OutputOf<typeof scanTemplateDetail>;

function Designer({ detail, onLeave }: { readonly detail: Detail; readonly onLeave: () => void }) {
  const { t, i18n } = useTranslation();
  const can = useCan();
  const { template_name, product_id } = detail.template;
  const [language, setLanguage] = useState(i18n.language as Language);
  const [history, setHistory] = useState(false);
  const { design, setDesign, unsaved, busy, save, publish } = useDraft(detail);
  return (
    <div className="data-page">
      <section className="data-page-panel designer-head">
        <Button type="text" icon={<ArrowLeftOutlined />} onClick={onLeave} aria-label={t('scancode.back')} />
        <h1>{template_name}</h1>
        <Tag color={unsaved ? 'warning' : 'default'}>
          {t(unsaved ? 'scancode.unsaved' : `scancode.state.${detail.template.state}`)}
        </Tag>
        <Space wrap>
          <Button onClick={() => setHistory(true)}>{t('scancode.history')}</Button>
          {can('scancode:update') && (
            <Button loading={busy} disabled={!unsaved} onClick={() => void save()}>
              {t('scancode.save')}
            </Button>
          )}
          {can('scancode:publish') && (
            <Button type="primary" loading={busy} onClick={() => void publish()}>
              {t('scancode.publish')}
            </Button>
          )}
        </Space>
      </section>
      <div className="designer">
        <section className="data-page-panel">
          <Segmented
            aria-label={t('scancode.language')}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            value={language}
            onChange={setLanguage}
          />
          <DesignForm design={design} language={language} onChange={setDesign} />
        </section>
        <TemplatePreview design={design} language={language} productId={product_id} />
      </div>
      {history && (
        <TemplateHistory
          versions={detail.versions}
          published={detail.template.published_version}
          onClose={() => setHistory(false)}
          onRestore={can('scancode:publish') ? (version) => publish(version).then(() => setHistory(false)) : undefined}
          onEdit={(earlier) => {
            setDesign(earlier);
            setHistory(false);
          }}
        />
      )}
    </div>
  );
}

/** The design as it is being written, and the ways to keep it. */
function useDraft({ template, draft }: Detail) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [design, setDesign] = useState<ScanDesign>(draft);
  const [busy, setBusy] = useState(false);
  const unsaved = JSON.stringify(design) !== JSON.stringify(draft);
  const { id, updated_at } = template;

  const carryOut = async (work: () => Promise<string>) => {
    setBusy(true);
    // What stood against it was said.
    const done = await work().catch(() => undefined);
    if (done !== undefined) {
      const fresh = await queries.fetchQuery({
        queryKey: [scanTemplateDetail.path, id],
        queryFn: () => call(scanTemplateDetail, { id }),
      });
      setDesign(fresh.draft);
      void queries.invalidateQueries({ queryKey: [scanTemplatePage.path] });
      notify.success(done);
    }
    setBusy(false);
  };
  const keep = () => call(scanTemplateSave, { id, design, updated_at });
  return {
    design,
    setDesign,
    unsaved,
    busy,
    save: () => carryOut(async () => keep().then(() => t('datapage.saved'))),
    publish: (version?: number) =>
      carryOut(async () => {
        if (version === undefined && unsaved) await keep();
        const made = await call(scanTemplatePublish, { id, ...(version === undefined ? {} : { version }) });
        return t('scancode.published', { version: made.version });
      }),
  };
}
