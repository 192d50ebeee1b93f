import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { knownListText, listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useMoment } from '../../facts/Moment.tsx';
import { useListed } from '../../pickers/useListed.ts';
import type { Reference, Row } from '../../records.ts';
import type { Choice, Field } from '../fields.ts';
import type { ListState } from '../state/listQuery.ts';
import './filterChips.css';

type Filters = ListState['filters'];

interface FilterChipsProps {
  readonly list: string;
  readonly fields: readonly Field[];
  readonly filters: Filters;
  /** The rows found, from which the name of a referenced record is taken. */
  readonly rows: readonly Row[];
  readonly onFilters: (filters: Filters) => void;
}

/** The filters in effect as removable chips, including those that the search does not show. */
export default function FilterChips({ list, fields, filters, rows, onFilters }: FilterChipsProps) {
  const { t } = useTranslation();
  const filtering = fields.filter(
    (field) => field.search && namesOf(field).some((name) => filters[name] !== undefined),
  );
  const without = (names: readonly string[]) =>
    onFilters(Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))));
  return (
    <ul className="filter-chips" aria-label={t('datapage.filters')}>
      {filtering.map((field) => {
        const title = listText(t, list, field.key);
        return (
          <li key={field.key} className="filter-chip">
            {title}
            <FilterValue list={list} field={field} filters={filters} rows={rows} />
            <button
              type="button"
              className="icon-button"
              aria-label={t('datapage.filterOff', { title })}
              onClick={() => without(namesOf(field))}
            >
              <CloseOutlined aria-hidden />
            </button>
          </li>
        );
      })}
      {filtering.length > 1 && (
        <li>
          <button type="button" className="row-action" onClick={() => onFilters({})}>
            {t('datapage.filtersOff')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The names of a field's filters in the URL. */
const namesOf = (field: Field): readonly string[] => (field.kind === 'period' ? [field.from, field.to] : [field.key]);

type ValueProps = Omit<FilterChipsProps, 'fields' | 'onFilters'> & { readonly field: Field };

function FilterValue({ list, field, filters, rows }: ValueProps) {
  const { t, i18n } = useTranslation();
  const { count } = useNumbers();
  const moment = useMoment();
  const value = filters[field.key];
  switch (field.kind) {
    case 'period': {
      const dayOf = (at: string | number | undefined, earlier = 0) =>
        at === undefined ? '…' : moment(new Date(Date.parse(`${at}`) - earlier).toISOString()).slice(0, 10);
      // The end is exclusive: midnight after the last day.
      return <b>{`${dayOf(filters[field.from])} – ${dayOf(filters[field.to], 1)}`}</b>;
    }
    case 'choice':
      return 'path' in field.choices ? (
        <ListedName
          list={field.choices}
          value={`${value}`}
          declared={knownListText(t, i18n, list, `${field.key}.${value}`)}
        />
      ) : (
        <b>{listText(t, list, `${field.key}.${value as Choice}`)}</b>
      );
    case 'switch':
      return <b>{listText(t, list, `${field.key}.${`${value}` === 'true'}`)}</b>;
    case 'number':
      return <b>{count(Number(value))}</b>;
    case 'reference': {
      const name = nameIn(rows, field, value);
      return name ? <b>{name}</b> : <ReferredName reference={field.reference} id={value as number} />;
    }
    case 'own':
      return <b>{nameIn(rows, field, value) ?? ''}</b>;
    default:
      return <b>{`${value}`}</b>;
  }
}

function nameIn(rows: readonly Row[], field: Field, value: unknown): string | null | undefined {
  const row = rows.find((one) => one[field.key] === value);
  return row && 'nameOf' in field ? field.nameOf?.(row) : undefined;
}

interface ListedNameProps {
  readonly list: Parameters<typeof useListed>[0];
  readonly value: string;
  /** A name from the texts, shown while the list is loading. */
  readonly declared: string | undefined;
}

function ListedName({ list, value, declared }: ListedNameProps) {
  const { data } = useListed(list);
  return <b>{data ? (data.find((one) => one.value === value)?.label ?? value) : (declared ?? '…')}</b>;
}

/** The name of a referenced record. Uses the same query as the search input, whose cached answer saves a call. */
function ReferredName({ reference, id }: { reference: Reference; id: number }) {
  const [source, extent] = 'page' in reference ? [reference.page, { size: 50 }] : [reference.list, { id }];
  const input = { ...reference.filters, ...extent };
  const { data } = useQuery({
    queryKey: [source.path, input],
    queryFn: async ({ signal }) => (await call(source, input, { signal, background: true })) as Row[] | { rows: Row[] },
  });
  const row = (Array.isArray(data) ? data : data?.rows)?.find((one) => one.id === id);
  return <b>{row ? reference.label(row) : ''}</b>;
}
