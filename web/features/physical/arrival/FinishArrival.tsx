import { arrivalFinish, arrivalResume } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { ProofInput } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Collapse } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { ArrivalLines } from './ArrivalLines.tsx';
import { ScanTags } from './ArrivalScans.tsx';
import type { Desk } from './desk.ts';
import { emptyProof, type ProofDraft, ProofFields, proofFrom } from './proof/ProofFields.tsx';
import { ShownPhotos } from './ShownPhotos.tsx';

interface FinishArrivalProps {
  readonly desk: Desk;
  readonly received: 'counted' | 'all';
  readonly onBack: () => Promise<void>;
  readonly onSigned: () => void;
}

/** The differences of a completed count, which a person confirms, the proof of delivery, and the signature. */
export function FinishArrival({ desk, received, onBack, onSigned }: FinishArrivalProps) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const product = onlyProduct(
    desk.lines.flatMap((line) => (line.product_id === null ? [] : [{ product_id: line.product_id }])),
  );
  const amount = useAmounts([product]);
  const [isSeen, setSeen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [proof, setProof] = useState<ProofDraft>(emptyProof);
  const { id, waybill_no, completed_at, differences } = desk;
  const all = received === 'all';
  const due = desk.lines.reduce((sum, line) => sum + (line.due ?? 0), 0);
  const { counted = due, missing = 0, unexpected = 0, damaged = 0, broken_seal = 0 } = all ? {} : (differences ?? {});
  const differs = missing + unexpected + damaged + broken_seal > 0;
  const given = proofFrom(proof);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    // `call` has shown the error.
    await work().catch(() => undefined);
    setBusy(false);
  };
  const back = () =>
    run(async () => {
      if (!all) await call(arrivalResume, { id });
      await onBack();
    });
  const finish = () =>
    run(async () => {
      const withProof: { proof?: ProofInput } = given ? { proof: given } : {};
      const input = { id, received, ...(completed_at && !all ? { completed_at } : {}), ...withProof };
      const answer = await call(arrivalFinish, input);
      notify.success(t('freight.signedUnits', { waybill: waybill_no, amount: amount(answer.units, product) }));
      if (answer.held) notify.warning(t('freight.damagedHeld', { no: answer.held }));
      for (const { path } of [waybillDetail, waybillCodes]) void queries.invalidateQueries({ queryKey: [path, id] });
      onSigned();
    });
  return (
    <div className="scan-desk">
      <div className="loading-station">
        <section className="arrival-differences" aria-label={t('arrival.differences')}>
          <h3 className="physical-heading">{t(all ? 'arrival.allTitle' : 'arrival.differences')}</h3>
          {all ? (
            <Alert type="warning" showIcon title={t('freight.receiveAllText')} />
          ) : (
            <Alert
              type={differs ? 'warning' : 'success'}
              showIcon
              title={t(differs ? 'arrival.differs' : 'arrival.agrees')}
            />
          )}
          <dl className="data-page-facts">
            <Fact title={t('arrival.counted')}>{amount(counted, product)}</Fact>
            <Fact title={t('freight.difference.short')}>{amount(missing, product)}</Fact>
            <Fact title={t('arrival.unexpected')}>{t('arrival.codes', { count: unexpected })}</Fact>
            <Fact title={t('scan.damaged')}>{t('arrival.codes', { count: damaged })}</Fact>
            <Fact title={t('freight.difference.broken_seal')}>{t('arrival.codes', { count: broken_seal })}</Fact>
          </dl>
          {!all && <OutOfOrder desk={desk} />}
        </section>
        <ArrivalLines desk={desk} />
      </div>
      {can('arrival:sign') ? (
        <>
          <Collapse
            items={[
              {
                key: 'proof',
                label: t('arrival.proof'),
                children: <ProofFields value={proof} onChange={setProof} />,
              },
            ]}
          />
          {differs && (
            <Checkbox checked={isSeen} onChange={({ target }) => setSeen(target.checked)}>
              {t('arrival.seen')}
            </Checkbox>
          )}
        </>
      ) : (
        <Alert type="info" showIcon title={t('arrival.othersSign')} />
      )}
      <div className="scan-do">
        <Button disabled={isBusy} onClick={() => void back()}>
          {t(all ? 'edit.back' : 'arrival.resume')}
        </Button>
        {can('arrival:sign') && (
          <Button
            type="primary"
            disabled={isBusy || (differs && !isSeen) || given === null}
            onClick={() => void finish()}
          >
            {t('arrival.finish', { amount: amount(counted, product) })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The scans that are out of order. */
function OutOfOrder({ desk }: { readonly desk: Desk }) {
  const odd = desk.scans.filter(({ verdict, condition }) => verdict !== 'expected' || condition !== 'good');
  return (
    <ul className="scanned-list arrival-scans">
      {odd.map((scan) => (
        <li key={scan.id}>
          <div>
            <code>{scan.code}</code> <ScanTags scan={scan} />
            <small>{[scan.product_name, scan.lot, scan.note].filter(Boolean).join(' · ')}</small>
            <ShownPhotos hashes={scan.photos} />
          </div>
        </li>
      ))}
    </ul>
  );
}
