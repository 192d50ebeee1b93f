import { DownloadOutlined } from '@ant-design/icons';
import {
  type FlowLink,
  type MaterialFlow,
  materialFlow,
  materialFlowExport,
} from '@suyuan/contract/plant/material/material-query.ts';
import { exportFormats } from '@suyuan/contract/thing/list.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton, Table } from 'antd';
import { useSearchParams } from 'react-router';
import { call, download } from '#core/api/call.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { Panel } from '#ui/Panel.tsx';
import { FlowDrawing, useAmount } from './FlowDrawing.tsx';
import './flow.css';
import { type Begin, begins, TracingForm, type Wish } from './TracingForm.tsx';

/** The query of the URL. */
function wishIn(query: URLSearchParams): Wish {
  const by = begins.find((begin) => query.has(begin)) ?? 'material_lot';
  const material = Number(query.get('material_id'));
  return { by, text: query.get(by) ?? '', ...(material > 0 ? { material_id: material } : {}) };
}

const inputOf = ({ by, text, material_id }: Wish) => ({
  [by as Begin]: text,
  ...(by === 'material_lot' && material_id ? { material_id } : {}),
});

/** Traces forward from a material lot, or back from a code or product lot. */
export function MaterialTracing() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const wish = wishIn(query);
  const isSearched = wish.text !== '';
  const flow = useQuery({
    queryKey: [materialFlow.path, wish],
    queryFn: ({ signal }) => call(materialFlow, inputOf(wish), { signal, silent: true }),
    enabled: isSearched,
    retry: false,
  });
  const ask = ({ by, text, material_id }: Wish) =>
    setQuery({ [by]: text, ...(material_id ? { material_id: `${material_id}` } : {}) });
  return (
    <div className="data-page">
      <TracingForm key={JSON.stringify(wish)} wish={wish} onAsk={ask} />
      <Panel className="flow-panel" aria-busy={flow.isFetching}>
        <div className="flow-head">
          <h2>{t('menu.materialquery')}</h2>
          {isSearched && <Exports wish={wish} />}
        </div>
        {!isSearched && <p className="flow-about">{t('materialquery.about')}</p>}
        {flow.error && (
          <Alert type="warning" showIcon title={flow.error.message} description={<RequestIdOf error={flow.error} />} />
        )}
        {isSearched && flow.isPending && <Skeleton active />}
        {flow.data && <Found flow={flow.data} />}
      </Panel>
    </div>
  );
}

function Found({ flow }: { flow: MaterialFlow }) {
  const { t } = useTranslation();
  if (flow.steps.length === 0) return <Empty description={t('materialquery.nothing')} />;
  return (
    <>
      {flow.more && <Alert type="info" showIcon title={t('materialquery.more')} />}
      <FlowDrawing flow={flow} />
      <h2>{t('materialquery.amounts')}</h2>
      <FlowAmounts flow={flow} />
    </>
  );
}

/** Downloads the whole flow as a file. */
function Exports({ wish }: { wish: Wish }) {
  const { t } = useTranslation();
  if (!mayCall(useCan(), materialFlowExport)) return null;
  return (
    <div className="flow-exports">
      {exportFormats.map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => void download(materialFlowExport, { ...inputOf(wish), format }).catch(() => undefined)}
        >
          {t(`datapage.export.${format}`)}
        </Button>
      ))}
    </div>
  );
}

/** The flow as a table: the amounts from one record to the next. */
function FlowAmounts({ flow }: { flow: MaterialFlow }) {
  const { t } = useTranslation();
  const amount = useAmount();
  const nodes = new Map(
    flow.steps.flatMap(({ key: step, nodes: some }) => some.map((node) => [node.key, { ...node, step }] as const)),
  );
  const nameOf = (key: string) => {
    const node = nodes.get(key);
    if (!node) return '—';
    return (
      <>
        <div>{node.title}</div>
        <small className="flow-soft">
          {[listText(t, 'materialquery', `step.${node.step}`), node.note].filter(Boolean).join(' · ')}
        </small>
        {node.on_hold && (
          <div>
            <HeldTag {...node.on_hold} />
          </div>
        )}
      </>
    );
  };
  return (
    <Table<FlowLink>
      size="small"
      rowKey={({ from, to }) => `${from} ${to}`}
      dataSource={[...flow.links]}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: t('materialquery.from'), render: (_, { from }) => nameOf(from) },
        { title: t('materialquery.to'), render: (_, { to }) => nameOf(to) },
        { title: t('field.quantity'), align: 'end', render: (_, link) => amount(link) },
      ]}
    />
  );
}
