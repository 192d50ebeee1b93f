import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { inspectTorn } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { tornPattern } from '@suyuan/contract/inspect/task/torn.ts';
import { Alert, Button, Input, Tag } from 'antd';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { HeldTag } from '#ui/facts/HeldTag.tsx';
import { textLimit } from '#ui/limits.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

interface TornSearchProps {
  /** The code, with `?` for each unreadable character. */
  readonly pattern: string;
  readonly area: string | undefined;
  readonly dealer: number | undefined;
  readonly onChoose: (code: string) => void;
}

/** The timeout of the search, which may go through millions of codes. */
const patience = 120_000;

/** Searches the codes that a partly unreadable code could be, best matches first. */
export default function TornSearch({ pattern, area, dealer, onChoose }: TornSearchProps) {
  const { t } = useTranslation();
  const [product, setProduct] = useState<number>();
  const [lot, setLot] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<OutputOf<typeof inspectTorn>>();
  const [problem, setProblem] = useState<string>();
  const search = async () => {
    setBusy(true);
    setResult(undefined);
    setProblem(undefined);
    try {
      const input = {
        pattern: tornPattern(pattern),
        ...(product ? { product_id: product } : {}),
        ...(lot.trim() ? { lot: lot.trim() } : {}),
        ...(area ? { area_code: area } : {}),
        ...(dealer ? { dealer_id: dealer } : {}),
      };
      setResult(await call(inspectTorn, input, { timeoutMs: patience, fieldErrors: true }));
    } catch (error) {
      // `call` has shown other errors.
      if (error instanceof ApiError) setProblem(error.fields[0]?.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="inspect-result">
      <div className="inspect-desk">
        <label htmlFor="torn-product">
          <span>{t('inspectrecord.tornProduct')}</span>
          <ReferenceSelect
            id="torn-product"
            reference={productReference}
            value={product ?? null}
            onChange={setProduct}
          />
        </label>
        <label htmlFor="torn-lot">
          <span>{t('field.lot')}</span>
          <Input
            id="torn-lot"
            value={lot}
            {...textLimit(inspectTorn, 'lot')}
            onChange={(event) => setLot(event.target.value)}
          />
        </label>
        <div className="wide inspect-do">
          <Button type="primary" size="large" loading={isBusy} onClick={() => void search()}>
            {t('inspectrecord.torn')}
          </Button>
        </div>
      </div>
      {problem !== undefined && <Alert type="warning" showIcon title={problem} />}
      {result && <Candidates result={result} onChoose={onChoose} />}
    </div>
  );
}

interface CandidatesProps {
  readonly result: OutputOf<typeof inspectTorn>;
  readonly onChoose: (code: string) => void;
}

function Candidates({ result, onChoose }: CandidatesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { candidates, total, searched } = result;
  const words = { shown: count(candidates.length), total: count(total), searched: count(searched) };
  return (
    <div aria-live="polite">
      <Alert
        type={total === 0 ? 'warning' : 'info'}
        showIcon
        title={t(
          `inspectrecord.${total === 0 ? 'tornNone' : candidates.length < total ? 'tornFound' : 'tornAll'}`,
          words,
        )}
      />
      <ol className="torn-candidates">
        {candidates.map(({ code, product_name, lot, held, hold, dealer_name, areas, fits }) => (
          <li key={code}>
            <Button type="link" onClick={() => onChoose(code)}>
              <code>{code}</code>
            </Button>
            <span>
              {[product_name, lot].filter(Boolean).join(' · ')} <HeldTag held={held} hold={hold} />
            </span>
            {dealer_name && <span>{[dealer_name, ...areas].join(' · ')}</span>}
            <span>
              {fits.map((fit) => (
                <Tag key={fit}>{t(`inspectrecord.fit.${fit}`)}</Tag>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
