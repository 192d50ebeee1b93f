import type { CodeInformation } from '@suyuan/contract/inspect/information-inquiry.ts';
import type { PackageNode } from '@suyuan/contract/plant/packing/packing.ts';
import type { Stock } from '@suyuan/contract/trace/states.ts';
import { Alert, Empty, Tree } from 'antd';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText, listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { HeldCode, HeldTag } from '#ui/facts/HeldTag.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { HoldLink } from '#ui/facts/RecordLink.tsx';
import { Panel } from '#ui/Panel.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

const tones = {
  genuine: 'success',
  repeated: 'success',
  recalled: 'error',
  lost: 'error',
  unbound: 'info',
  void: 'error',
  unknown: 'error',
} as const;

/** The state and place of a code, the packages around it and its contents. */
export function CodeFacts({ facts }: { readonly facts: CodeInformation }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { where, sold, level, capacity, units } = facts;
  const name = where.name ?? where.code;
  const onHold = facts.holds.filter(({ released_at }) => released_at === null);
  return (
    <Panel aria-label={t('informationinquiry.facts')}>
      <Alert
        type={tones[facts.verdict]}
        showIcon
        title={t(`field.verdict.${facts.verdict}`)}
        description={onHold.length > 0 ? <CodeText code={facts.code} /> : <HeldCode {...facts} />}
      />
      {onHold.map(({ kind, id, no, reason, owner }) => (
        <Alert
          key={`${kind} ${id}`}
          type="warning"
          showIcon
          title={t('field.on_hold')}
          description={
            <>
              {no && <HoldLink kind={kind} no={no} id={id} />} {[reason, owner].filter(Boolean).join(' · ')}
            </>
          }
          style={{ marginTop: 8 }}
        />
      ))}
      <dl className="data-page-facts">
        <Fact title={t('field.product')}>
          {facts.product_name ? `${facts.product_name} (${facts.product_code})` : '—'}
        </Fact>
        <Fact title={t('informationinquiry.gtin')}>{[facts.gtin, facts.spec].filter(Boolean).join(' · ') || '—'}</Fact>
        <Fact title={t('field.lot')}>{facts.lot ?? '—'}</Fact>
        <Fact title={t('informationinquiry.dates')}>
          {[facts.production_date, facts.expiry_date].filter(Boolean).join(' – ') || '—'}
        </Fact>
        <Fact title={t('informationinquiry.level')}>
          {[
            listText(t, 'forensics', `link.level${level}`),
            capacity === null ? count(units) : `${count(units)} / ${count(capacity)}`,
            facts.remainder && t('field.remainder'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact title={t('field.life')}>{listText(t, 'informationinquiry', `life.${facts.life}`)}</Fact>
        <Fact title={t('field.work_order')}>{facts.work_order_no ?? '—'}</Fact>
        <Fact title={t('field.genuine_from')}>
          {[
            choiceText(t, 'field.genuine_from', facts.genuine_from),
            facts.genuine_step &&
              t('informationinquiry.genuineStep', { step: choiceText(t, 'field.genuine_from', facts.genuine_step) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Fact>
        <Fact title={t('informationinquiry.issued')}>
          {facts.code_order_no} · <Moment at={facts.issued_at} />
        </Fact>
        <Fact title={t('informationinquiry.where')}>
          {[t(`field.stock.${where.stock as Stock}`), name].filter(Boolean).join(' ')}
        </Fact>
        {sold && (
          <Fact title={t('informationinquiry.sold')}>
            {sold.dealer_name} ({sold.dealer_code}) · <Moment at={sold.shipped_at} />
            {sold.areas.length > 0 && <div>{sold.areas.join('、')}</div>}
          </Fact>
        )}
      </dl>
      <h2>{t('informationinquiry.tree')}</h2>
      {facts.parents.length === 0 && facts.children.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('informationinquiry.noTree')} />
      )}
      {facts.parents.length > 0 && (
        <p className="inquiry-parents">
          {facts.parents.toReversed().map((parent) => (
            <span key={parent.code}>
              {listText(t, 'forensics', `link.level${parent.level}`)}{' '}
              <Link to={`?code=${encodeURIComponent(parent.code)}`}>{parent.code}</Link>{' '}
              {parent.held && <StatusTag tone="error">{t('field.on_hold')}</StatusTag>} ›{' '}
            </span>
          ))}
          <strong>{facts.code}</strong> {facts.held && <StatusTag tone="error">{t('field.on_hold')}</StatusTag>}
        </p>
      )}
      {facts.children.length > 0 && <Contents nodes={facts.children} />}
    </Panel>
  );
}

interface TreeNode {
  readonly key: string;
  readonly node: PackageNode;
  readonly children: TreeNode[];
}

function Contents({ nodes }: { readonly nodes: readonly PackageNode[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const treeOf = (all: readonly PackageNode[]): TreeNode[] =>
    all.map((node) => ({ key: node.code, node, children: treeOf(node.children ?? []) }));
  return (
    <Tree<TreeNode>
      treeData={treeOf(nodes)}
      selectable={false}
      titleRender={({ node: { code, level, units, held } }) => (
        <>
          {[code, listText(t, 'forensics', `link.level${level}`), level > 1 && count(units)]
            .filter(Boolean)
            .join(' · ')}{' '}
          <HeldTag held={held === true} hold={null} />
        </>
      )}
      {...(nodes.length > 20 ? { height: 420 } : {})}
    />
  );
}
