import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Table, type TableColumnsType } from 'antd';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/call/call.ts';
import {
  type Balance,
  type RecallDealer,
  recallDealers,
  recallDetail,
  recallReport,
  reportFormats,
} from '../../../../contract/inspect/recall.ts';
import { call, download } from '../../../core/api/call.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { choiceText } from '../../../core/i18n/listText.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { Fact } from '../../../ui/facts/Fact.tsx';
import { PartFailure } from '../../../ui/failure/PartFailure.tsx';
import './recall.css';

type Detail = OutputOf<typeof recallDetail>;

/** The goods of a recall, where they are now, and the dealers to be contacted. */
export default function RecallAside({ id }: { readonly id: number }) {
  const detail = useQuery({
    queryKey: [recallDetail.path, id],
    queryFn: ({ signal }) => call(recallDetail, { id }, { signal }),
    staleTime: 0,
  });
  if (detail.error && !detail.data) return <PartFailure of={detail} />;
  if (!detail.data) return <Skeleton active />;
  return (
    <div className="recall-aside">
      <Report id={id} />
      <Goods detail={detail.data} />
      <MassBalance balance={detail.data.balance} />
      <Dealers detail={detail.data} />
      <Places detail={detail.data} />
    </div>
  );
}

/** Downloads the report of a recall, as PDF for signing or as a workbook. */
function Report({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  if (!can('recall:export')) return null;
  return (
    <div className="recall-head">
      <span>{t('recall.report')}</span>
      <span>
        {reportFormats.map((format) => (
          <Button
            key={format}
            size="small"
            // `download` has shown the error.
            onClick={() => void download(recallReport, { id, format }).catch(() => undefined)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </span>
    </div>
  );
}

function Goods({ detail: { lots, codes, total_codes } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
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
          <code className="recall-codes">{codes.slice(0, 10).join(' ')}</code>
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

function MassBalance({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <section aria-label={t('recall.balance')}>
      <h2>{t('recall.balance')}</h2>
      <dl className="recall-balance">
        {(['made', ...parts] as const).map((part) => (
          <div key={part}>
            <dt>{t(`recall.balance.${part}`)}</dt>
            <dd>{count(balance[part])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Dealers({ detail: { id, dealers } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  const columns: TableColumnsType<RecallDealer> = [
    {
      key: 'dealer',
      title: t('field.dealer'),
      render: (_, { dealer_code, dealer_name }) => `${dealer_name} (${dealer_code})`,
    },
    {
      key: 'reach',
      title: t('field.reach'),
      render: (_, { contact, phone, address }) => (
        <>
          <div>
            {contact} {phone && <a href={`tel:${phone}`}>{phone}</a>}
          </div>
          {address && <div>{address}</div>}
        </>
      ),
    },
    ...(['units', 'in_transit', 'returned'] as const).map((part) => ({
      key: part,
      title: t(`recall.${part}`),
      align: 'end' as const,
      render: (_: unknown, row: RecallDealer) => count(row[part]),
    })),
  ];
  const save = (format: 'xlsx' | 'csv') => void download(recallDealers, { id, format }).catch(() => undefined);
  return (
    <section aria-label={t('recall.dealers')}>
      <div className="recall-head">
        <h2>{t('recall.dealers')}</h2>
        {can('recall:export') && dealers.length > 0 && (
          <span>
            <Button size="small" onClick={() => save('xlsx')}>
              XLSX
            </Button>{' '}
            <Button size="small" onClick={() => save('csv')}>
              CSV
            </Button>
          </span>
        )}
      </div>
      <Table
        size="small"
        rowKey="dealer_id"
        columns={columns}
        dataSource={dealers}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('recall.noDealers') }}
      />
    </section>
  );
}

function Places({ detail: { places, packages, more_packages } }: { readonly detail: Detail }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const can = useCan();
  return (
    <section aria-label={t('recall.places')}>
      <h2>{t('recall.places')}</h2>
      <ul className="recall-list">
        {places.map(({ kind, code, name, units }) => (
          <li key={`${kind} ${code}`}>
            <span>{choiceText(t, 'forensics.link', kind)}</span>
            <strong>{name ?? code}</strong>
            <span>{count(units)}</span>
          </li>
        ))}
      </ul>
      {packages.length > 0 && <h2>{t(more_packages ? 'recall.firstPackages' : 'field.packages')}</h2>}
      <ul className="recall-list">
        {packages.map(({ code, units, place }) => (
          <li key={code}>
            {can('informationinquiry') ? (
              <Link to={`/inspect/informationinquiry?code=${encodeURIComponent(code)}`}>{code}</Link>
            ) : (
              <code>{code}</code>
            )}
            <span>{count(units)}</span>
            {place && <span>{place}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
