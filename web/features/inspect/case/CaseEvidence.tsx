import { caseUnlink } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useMoney } from '#core/formats/useMoney.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { RecordLink } from '#ui/facts/RecordLink.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';
import type { Detail } from './detail.ts';

const NewEvidence = later(() => import('../forensics/NewCase.tsx'));
const NewSettlement = later(() => import('../settlement/NewSettlement.tsx'));

type Inspection = Detail['inspections'][number];
type Evidence = Detail['evidence'][number];

/** What inspectors found, the evidence that was collected of it, and what was agreed with dealers. */
export function CaseEvidence({ detail }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const can = useCan();
  const money = useMoney();
  const queries = useQueryClient();
  const [found, setFound] = useState<Inspection>();
  const [proof, setProof] = useState<Evidence>();
  const { id, case_no, status, dealer_id, currency, inspections, evidence, settlements, returns } = detail;
  const done = () => {
    setFound(undefined);
    setProof(undefined);
    void queries.invalidateQueries({ queryKey: [caseDetail.path] });
  };
  const mayUnlink = status === 'open' && can('case:update');
  const unlink = (linked: { inspection_ids: number[] } | { evidence_ids: number[] }) =>
    void call(caseUnlink, { id, ...linked }).then(done, () => undefined);
  return (
    <>
      {inspections.length > 0 && (
        <section>
          <h2>{t('menu.inspectrecord')}</h2>
          <ul className="case-list">
            {inspections.map((one) => (
              <li key={one.id}>
                <RecordLink to="inspect_record" id={one.id}>
                  {one.code}
                </RecordLink>
                <StatusTag tone={one.verdict === 'normal' ? 'success' : 'error'}>
                  {choiceText(t, 'inspectrecord.verdict', one.verdict)}
                </StatusTag>
                <span>{[one.task_no, one.stop].filter(Boolean).join(' · ')}</span>
                <span>{one.inspector}</span>
                <Moment at={one.inspected_at} />
                {one.evidence.map((piece) => (
                  <RecordLink key={piece.id} to="forensic_case" id={piece.id}>
                    {piece.case_no}
                  </RecordLink>
                ))}
                {can('forensics:add') && (
                  <Button size="small" onClick={() => setFound(one)}>
                    {t('forensics.collect')}
                  </Button>
                )}
                {mayUnlink && <Unlink onUnlink={() => unlink({ inspection_ids: [one.id] })} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {evidence.length > 0 && (
        <section>
          <h2>{t('menu.forensics')}</h2>
          <ul className="case-list">
            {evidence.map((one) => (
              <li key={one.id}>
                <RecordLink to="forensic_case" id={one.id}>
                  {one.case_no}
                </RecordLink>
                <StatusTag tone={one.status === 'sealed' ? 'success' : 'processing'}>
                  {t(`forensics.status.${one.status}`)}
                </StatusTag>
                <span>{[one.code, one.place].filter(Boolean).join(' · ')}</span>
                <Moment at={one.found_at} />
                {status === 'open' && can('case:settle') && (
                  <Button size="small" onClick={() => setProof(one)}>
                    {t('settlement.add')}
                  </Button>
                )}
                {mayUnlink && <Unlink onUnlink={() => unlink({ evidence_ids: [one.id] })} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {settlements.length > 0 && (
        <section>
          <h2>{t('menu.settlement')}</h2>
          <ul className="case-list">
            {settlements.map((one) => (
              <li key={one.id}>
                <RecordLink to="dealer_settlement" id={one.id}>
                  {one.settlement_no}
                </RecordLink>
                <StatusTag tone={one.status === 'withdrawn' ? 'default' : 'processing'}>
                  {choiceText(t, 'settlement.status', one.status)}
                </StatusTag>
                <RecordLink to="dealer" id={one.dealer_id}>
                  {one.dealer_name}
                </RecordLink>
                <span>{money(one.amount, currency)}</span>
                {Number(one.withheld) > 0 && (
                  <span>{`${t('settlement.withheld')} ${money(one.withheld, currency)}`}</span>
                )}
              </li>
            ))}
            {returns.map((one) => (
              <li key={`return ${one.id}`}>
                <RecordLink to="refund" id={one.id}>
                  {one.refund_no}
                </RecordLink>
                <span>{t('settlement.refund_no')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense>
        {found && (
          <NewEvidence
            known={{
              code: found.code,
              area: found.area_code ?? undefined,
              dealer: found.found_dealer_id ?? dealer_id ?? undefined,
              place: found.stop ?? '',
            }}
            links={{ inspect_id: found.id, case_id: id }}
            onClose={() => setFound(undefined)}
            onDone={done}
          />
        )}
        {proof && (
          <NewSettlement
            inspected={{ case_id: id, case_no, dealer_id: proof.dealer_id ?? dealer_id, evidence_id: proof.id }}
            onClose={() => setProof(undefined)}
            onDone={done}
          />
        )}
      </Suspense>
    </>
  );
}

/** A button that takes a record out of the case; the record itself stays. */
function Unlink({ onUnlink }: { readonly onUnlink: () => void }) {
  const { t } = useTranslation();
  return (
    <Popconfirm
      title={t('case.unlinkText')}
      okText={t('case.takeOut')}
      cancelText={t('datapage.cancel')}
      onConfirm={onUnlink}
    >
      <Button type="link" size="small">
        {t('case.takeOut')}
      </Button>
    </Popconfirm>
  );
}
