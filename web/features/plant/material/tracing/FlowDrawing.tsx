import type { FlowNode, MaterialFlow } from '@suyuan/contract/plant/material/material-query.ts';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import { useCan } from '#core/session/allowed.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { flowLayout } from './flowLayout.ts';

const FigureCodes = later(() => import('../../FigureCodes.tsx'));

/** A flow drawn from left to right. On a phone it is a list from top to bottom, where each record names its sources. */
export function FlowDrawing({ flow }: { flow: MaterialFlow }) {
  const isPhone = useIsPhone();
  const [selection, setSelection] = useState<FlowNode>();
  return (
    <>
      {isPhone ? <Stacked flow={flow} onOpen={setSelection} /> : <Drawn flow={flow} onOpen={setSelection} />}
      <Suspense>
        {selection && (
          <FigureCodes
            order={{ id: selection.id, order_no: selection.title }}
            figure="bound"
            onClose={() => setSelection(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

interface DrawingProps {
  readonly flow: MaterialFlow;
  /** Opens the codes of an order. */
  readonly onOpen: (order: FlowNode) => void;
}

function Drawn({ flow, onOpen }: DrawingProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { width, height, steps, nodes, links } = useMemo(() => flowLayout(flow), [flow]);
  const titles = new Map(nodes.map(({ node }) => [node.key, node.title]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of form fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <div className="flow-scroll" role="group" aria-label={t('materialquery.drawing')} tabIndex={0}>
      <div className="flow-drawing" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          <title>{t('materialquery.drawing')}</title>
          {links.map(({ link, path, stroke }) => (
            <path key={`${link.from} ${link.to}`} d={path} strokeWidth={stroke}>
              <title>{`${titles.get(link.from)} → ${titles.get(link.to)}: ${amount(link)}`}</title>
            </path>
          ))}
        </svg>
        {steps.map(({ key, x }) => (
          <h3 key={key} style={{ insetInlineStart: x }}>
            {listText(t, 'materialquery', `step.${key}`)}
          </h3>
        ))}
        {nodes.map(({ node, step, x, y }) => (
          <div key={node.key} className="flow-node" style={{ insetInlineStart: x, top: y }}>
            <NodeText node={node} step={step} onOpen={onOpen} hasRoom={false} />
          </div>
        ))}
      </div>
      <p className="flow-about">{t('materialquery.drawingHint')}</p>
    </div>
  );
}

function Stacked({ flow, onOpen }: DrawingProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const titles = new Map(flow.steps.flatMap(({ nodes }) => nodes).map(({ key, title }) => [key, title]));
  return (
    <ol className="flow-stacked">
      {flow.steps.map(({ key: step, nodes }) => (
        <li key={step}>
          <h3>{listText(t, 'materialquery', `step.${step}`)}</h3>
          {nodes.map((node) => (
            <div key={node.key} className="flow-node">
              <NodeText node={node} step={step} onOpen={onOpen} hasRoom />
              {flow.links
                .filter(({ to }) => to === node.key)
                .map((link) => (
                  <small key={link.from}>
                    {t('materialquery.from')} {titles.get(link.from)}
                    {t('datapage.colon')}
                    {amount(link)}
                  </small>
                ))}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

interface NodeTextProps {
  readonly node: FlowNode;
  readonly step: string;
  readonly onOpen: DrawingProps['onOpen'];
  /** For what goods are on hold for; else the table below the drawing says it. */
  readonly hasRoom: boolean;
}

function NodeText({ node, step, onOpen, hasRoom }: NodeTextProps) {
  const { t } = useTranslation();
  const can = useCan();
  const amount = useAmount();
  const isOrder = step === 'orders' && can('orderlist');
  return (
    <>
      <strong title={node.title}>
        {isOrder ? <Link to={`/orderlist?keyword=${encodeURIComponent(node.title)}`}>{node.title}</Link> : node.title}
      </strong>
      <small title={node.note ?? ''}>{node.note}</small>
      <span className="flow-node-foot">
        <span>{amount(node)}</span>
        {node.on_hold && !hasRoom && <HeldTag {...node.on_hold} hold={null} />}
        {isOrder && (
          <button type="button" className="row-action" onClick={() => onOpen(node)}>
            {t('materialquery.codes')}
          </button>
        )}
      </span>
      {node.on_hold && hasRoom && <HeldTag {...node.on_hold} />}
    </>
  );
}

/** Returns a function that formats an amount with its unit. */
export function useAmount(): (of: { readonly quantity: number | null; readonly unit: string | null }) => string {
  const { count } = useNumbers();
  return ({ quantity, unit }) => (quantity === null ? '' : [count(quantity), unit].filter(Boolean).join(' '));
}
