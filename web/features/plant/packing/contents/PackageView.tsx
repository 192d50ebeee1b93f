import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '#ui/code/CodeText.tsx';
import { RefusalList, refusalsIn } from '#ui/events/RefusalList.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { PageFailure } from '#ui/failure/PageFailure.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import { ContentsTree } from './ContentsTree.tsx';
import '../packing.css';

export type PackageFacts = OutputOf<typeof packageTree>;

interface PackageViewProps {
  readonly code: string;
  /** Opens another code: the package around it, or a code inside. */
  readonly onOpen?: (code: string) => void;
  readonly chosen?: readonly string[];
  readonly onChoose?: (codes: readonly string[]) => void;
}

/** A code with its state, the packages around it and its contents. */
export function PackageView({ code, ...rest }: PackageViewProps) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = usePackage(code);
  const refusals = refusalsIn(error);
  if (refusals.length > 0) return <RefusalList refusals={refusals} />;
  if (error && !data) return <PageFailure of={{ error, refetch }} />;
  if (isPending) return <Skeleton active />;
  return (
    <div className="package-view">
      <Facts facts={data} {...rest} />
      {(data.level > 1 || data.children.length > 0) && (
        <section aria-label={t('packing.contents')}>
          <h2>{t('packing.contents')}</h2>
          <ContentsTree nodes={data.children} {...rest} />
        </section>
      )}
    </div>
  );
}

function Facts({ facts, onOpen }: { facts: PackageFacts; onOpen?: ((code: string) => void) | undefined }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { level, life, remainder, capacity, units, parents, children } = facts;
  return (
    <dl className="data-page-facts">
      <Fact title={t('field.code')}>
        <CodeText code={facts.code} />
      </Fact>
      <Fact title={t('field.level')}>
        <span className="package-level">
          {listText(t, 'packing', `level.${level}`)}
          <LifeTag life={life} />
          {remainder && <StatusTag tone="warning">{t('field.remainder')}</StatusTag>}
          <HeldTag held={facts.held} hold={facts.hold} />
        </span>
      </Fact>
      <Fact title={t('field.units')}>
        {capacity === null ? count(units) : t('packing.ofCapacity', { units: count(units), capacity: count(capacity) })}
      </Fact>
      <Fact title={t('field.product')}>
        <RecordLink to="product" id={facts.product_id}>
          {facts.product_name && `${facts.product_name} (${facts.product_code})`}
        </RecordLink>
      </Fact>
      <Fact title={t('field.lot')}>
        <RecordLink to="lot" id={facts.lot}>
          {facts.lot}
        </RecordLink>
      </Fact>
      <Fact title={t('field.production_date')}>{facts.production_date ?? '—'}</Fact>
      <Fact title={t('packing.expiry_date')}>{facts.expiry_date ?? '—'}</Fact>
      <Fact title={t('field.work_order')}>
        <RecordLink to="work_order" id={facts.work_order_id}>
          {facts.order_no}
        </RecordLink>
      </Fact>
      <Fact title={t('field.lies_in')}>
        {parents.length === 0
          ? t('packing.liesInNothing')
          : parents.map((parent) => (
              <div key={parent.code} className="package-parent">
                <Tag variant="outlined">{listText(t, 'packing', `level.${parent.level}`)}</Tag>
                <OpenCode code={parent.code} onOpen={onOpen} />
                <HeldTag held={parent.held} hold={facts.held ? null : parent.hold} />
              </div>
            ))}
      </Fact>
      {children.length > 0 && <Fact title={t('packing.children')}>{count(children.length)}</Fact>}
    </dl>
  );
}

function OpenCode({ code, onOpen }: { code: string; onOpen: ((code: string) => void) | undefined }) {
  if (!onOpen) return <CodeText code={code} />;
  return (
    <button type="button" className="code-link" onClick={() => onOpen(code)}>
      {code}
    </button>
  );
}

const tones = {
  active: 'success',
  issued: 'default',
  sampled: 'warning',
  inactive: 'error',
  destroyed: 'error',
  void: 'error',
} as const;

function LifeTag({ life }: { life: string }) {
  const { t } = useTranslation();
  const tone = tones[life as keyof typeof tones] ?? 'default';
  return <StatusTag tone={tone}>{listText(t, 'packing', `life.${life}`)}</StatusTag>;
}

/** Loads the packages around a code and its contents. If the text is no code, the error has the refusals. */
export const usePackage = (code: string | undefined) =>
  useQuery({
    queryKey: [packageTree.path, code],
    queryFn: ({ signal }) => call(packageTree, { code: code ?? '' }, { signal, showsRefusals: true }),
    enabled: code !== undefined && code !== '',
    retry: false,
    // Always refetched, because somebody else may just have packed something.
    staleTime: 0,
  });
