import type { Balance, GoodsThere } from '@suyuan/contract/inspect/goods-there.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Amount, onlyProduct } from '#ui/amount/Amount.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import './goods.css';

interface GoodsThereProps {
  readonly there: GoodsThere;
  /** Shown between the mass balance and the places. */
  readonly between?: ReactNode;
}

/** The goods of a recall or a hold, where they are, and what was released of them. */
export function GoodsThereView({ there, between }: GoodsThereProps) {
  return (
    <>
      <Goods there={there} />
      <MassBalance balance={there.balance} of={onlyProduct(there.lots)} />
      {between}
      <Places there={there} />
      <Released there={there} />
    </>
  );
}

function Goods({ there: { lots, codes, total_codes } }: { readonly there: GoodsThere }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (lots.length === 0 && total_codes === 0) return null;
  return (
    <dl className="data-page-facts">
      {lots.length > 0 && (
        <Fact title={t('field.lot')}>
          {lots.map(({ product_code, product_name, lot }) => (
            <div key={`${product_code} ${lot}`}>{`${lot} · ${product_name} (${product_code})`}</div>
          ))}
        </Fact>
      )}
      {total_codes > 0 && (
        <Fact title={t('recall.codesInAll', { n: count(total_codes) })}>
          <code className="goods-codes">{codes.slice(0, 10).join(' ')}</code>
        </Fact>
      )}
    </dl>
  );
}

const parts = [
  'in_stock',
  'in_transit',
  'with_dealers',
  'outside',
  'lost',
  'returned',
  'destroyed',
  'sampled',
  'rejected',
  'unpacked',
  'unaccounted',
] as const satisfies readonly (keyof Balance)[];

function MassBalance({ balance, of }: { readonly balance: Balance; readonly of: number | null }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('recall.balance')}>
      <h2>{t('recall.balance')}</h2>
      <p className="goods-balance-about">{t('recall.balance.about')}</p>
      <dl className="goods-balance">
        {(['made', ...parts] as const).map((part) => (
          <div key={part}>
            <dt>{t(`recall.balance.${part}`)}</dt>
            <dd>
              <Amount units={balance[part]} of={of} />
            </dd>
            {balance[part] !== 0 && <dd className="goods-balance-part">{t(`recall.balance.about.${part}`)}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

function Places({ there: { lots, places, packages, more_packages } }: { readonly there: GoodsThere }) {
  const { t } = useTranslation();
  const of = onlyProduct(lots);
  return (
    <section aria-label={t('recall.places')}>
      <h2>{t('recall.places')}</h2>
      {places.length === 0 && <p>{t('recall.noPlaces')}</p>}
      <ul className="goods-list">
        {places.map(({ kind, code, name, units }) => (
          <li key={`${kind} ${code} ${name}`}>
            <span>{choiceText(t, 'forensics.link', kind)}</span>
            <strong>{name ?? code}</strong>
            <Amount units={units} of={of} />
          </li>
        ))}
      </ul>
      {packages.length > 0 && <h2>{t(more_packages ? 'recall.firstPackages' : 'field.packages')}</h2>}
      <ul className="goods-list">
        {packages.map(({ code, units, place }) => (
          <li key={code}>
            <CodeLink code={code} />
            <Amount units={units} of={of} />
            {place && <span>{place}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Released({ there: { released } }: { readonly there: GoodsThere }) {
  const { t } = useTranslation();
  if (released.length === 0) return null;
  return (
    <section aria-label={t('recall.released')}>
      <h2>{t('recall.released')}</h2>
      <ul className="goods-list">
        {released.map(({ code, at, by, reason }) => (
          <li key={`${code} ${at}`}>
            <CodeLink code={code} />
            <Moment at={at} />
            {by && <span>{by}</span>}
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A code, which leads to all that is known about it if the person may ask. */
function CodeLink({ code }: { readonly code: string }) {
  const can = useCan();
  if (!can('informationinquiry')) return <code>{code}</code>;
  return <Link to={`/inspect/informationinquiry?code=${encodeURIComponent(code)}`}>{code}</Link>;
}
