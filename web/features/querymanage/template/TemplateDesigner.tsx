import { ArrowLeftOutlined } from '@ant-design/icons';
import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import {
  scanTemplate,
  scanTemplateDetail,
  scanTemplatePublish,
  scanTemplateSave,
} from '@suyuan/contract/querymanage/scan-template.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Result, Segmented, Skeleton, Space, Tag } from 'antd';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#core/api/call.ts';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { mayLose, useUnsavedWork } from '#core/unsaved/unsaved.ts';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { Panel } from '#ui/Panel.tsx';
import { missingIn } from './designTexts.ts';
import { DesignForm } from './form/DesignForm.tsx';
import { TemplateHistory } from './TemplateHistory.tsx';
import { type Sample, TemplatePreview } from './TemplatePreview.tsx';
import './templateDesigner.css';
import '#ui/DataPage/dataPage.css';

interface DesignerProps {
  readonly id: number;
  readonly onLeave: () => void;
}

/** Edits a scan template, beside a preview of the consumer page on a phone. */
export function TemplateDesigner({ id, onLeave }: DesignerProps) {
  const { t } = useTranslation();
  const detail = useQuery({
    queryKey: [scanTemplateDetail.path, id],
    queryFn: ({ signal }) => call(scanTemplateDetail, { id }, { signal, silent: true }),
    // A refetch must not replace the template while it is edited.
    refetchOnWindowFocus: false,
  });
  if (detail.isError && !detail.data)
    return (
      <Result
        status="warning"
        title={detail.error.message}
        subTitle={<RequestIdOf error={detail.error} />}
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
  const [language, setLanguage] = useState(i18n.language as Language);
  const [history, setHistory] = useState(false);
  const [sample, setSample] = useState<Sample>({ verdict: 'genuine', count: 3 });
  const work = useDraft(detail);
  const { design, setDesign, publish } = work;
  return (
    <div className="data-page">
      <DesignerHead
        template={detail.template}
        draft={work}
        onDiscard={() => setDesign(detail.draft)}
        onHistory={() => setHistory(true)}
        onLeave={onLeave}
      />
      <div className="designer">
        <Panel>
          <Segmented
            aria-label={t('scancode.language')}
            options={languages.map((value) => ({
              value,
              label: <LanguageLabel language={value} missing={missingIn(design, value)} />,
            }))}
            value={language}
            onChange={setLanguage}
          />
          <DesignForm
            design={design}
            language={language}
            onChange={setDesign}
            onShow={(verdict, from = 2) => setSample({ verdict, count: Math.max(from, 2) })}
          />
        </Panel>
        <TemplatePreview
          design={design}
          language={language}
          productId={detail.template.product_id}
          sample={sample}
          onSample={setSample}
        />
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

interface DesignerHeadProps {
  readonly template: Detail['template'];
  readonly draft: ReturnType<typeof useDraft>;
  readonly onDiscard: () => void;
  readonly onHistory: () => void;
  readonly onLeave: () => void;
}

/** The name of the template, whether it is saved, and its actions. */
function DesignerHead({ template, draft, onDiscard, onHistory, onLeave }: DesignerHeadProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { unsaved, busy, save, publish } = draft;
  const { pathname } = useLocation();
  const leave = async () => {
    if (!unsaved || (await mayLose([pathname]))) onLeave();
  };
  return (
    <Panel className="designer-head">
      <Button type="text" icon={<ArrowLeftOutlined />} onClick={() => void leave()} aria-label={t('scancode.back')} />
      <h1>{template.template_name}</h1>
      <Tag color={unsaved ? 'warning' : 'default'}>
        {t(unsaved ? 'scancode.unsaved' : `scancode.state.${template.state}`)}
      </Tag>
      <Space wrap>
        {unsaved && (
          <Button type="text" onClick={onDiscard}>
            {t('scancode.discard')}
          </Button>
        )}
        <Button onClick={onHistory}>{t('scancode.history')}</Button>
        {can('scancode:update') && (
          <Button loading={busy} disabled={!unsaved} onClick={() => void save()}>
            {t('scancode.save')}
          </Button>
        )}
        {can('scancode:publish') && (
          <Button type="primary" loading={busy} onClick={() => void publish()}>
            {t('button.publish')}
          </Button>
        )}
      </Space>
    </Panel>
  );
}

/** A language, with the number of texts that exist in other languages but not in this one. */
function LanguageLabel({ language, missing }: { readonly language: Language; readonly missing: number }) {
  const { t } = useTranslation();
  return (
    <Space size={4}>
      {languageFacts[language].name}
      {missing > 0 && (
        <Badge size="small" color="gold" count={missing} title={t('scancode.missing', { count: missing })} />
      )}
    </Space>
  );
}

interface Unsaved {
  readonly design: ScanDesign;
  /** The `updated_at` of the draft that the edits are based on, to detect that somebody else saved another one. */
  readonly updated_at: string;
  /** The name of the template, shown outside the designer. */
  readonly name: string;
}

/** The key of a template's unsaved design. */
const unsavedName = (id: number): string => `${id}`;

/** The edited design, with functions to save, publish and discard it. */
function useDraft({ template, draft }: Detail) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, template_name: name } = template;
  const [localDraft, keepUnsaved] = useUnsavedWork<Unsaved>(unsavedName(id));
  const [busy, setBusy] = useState(false);
  const { design, updated_at } = localDraft ?? { design: draft, updated_at: template.updated_at };
  const setDesign = (next: ScanDesign) =>
    keepUnsaved(JSON.stringify(next) === JSON.stringify(draft) ? undefined : { design: next, updated_at, name });

  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    // `call` has shown the error.
    const outcome = await work().catch(() => undefined);
    if (outcome !== undefined) {
      await queries.fetchQuery({
        queryKey: [scanTemplateDetail.path, id],
        queryFn: () => call(scanTemplateDetail, { id }),
        staleTime: 0,
      });
      keepUnsaved(undefined);
      void queries.invalidateQueries({ queryKey: [scanTemplate.page.path] });
      notify.success(outcome);
    }
    setBusy(false);
  };
  const keep = async () => {
    const answer = await call(scanTemplateSave, { id, design, updated_at });
    // Until the refetch completes, the design stays an unsaved edit, but based on the saved draft.
    keepUnsaved({ design, name, ...answer });
  };
  return {
    design,
    setDesign,
    unsaved: localDraft !== undefined,
    busy,
    save: () => run(async () => keep().then(() => t('datapage.saved'))),
    publish: (version?: number) =>
      run(async () => {
        if (version === undefined && localDraft) await keep();
        const answer = await call(scanTemplatePublish, { id, ...(version === undefined ? {} : { version }) });
        return t('scancode.published', { version: answer.version });
      }),
  };
}
