import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type RefObject, useId, useState } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import { Panel } from '../../Panel.tsx';
import type { Field } from '../fields.ts';
import { FieldInput } from '../form/FieldInput.tsx';

type Filters = Readonly<Record<string, string | number>>;

interface SearchFormProps {
  readonly list: string;
  readonly fields: readonly Field[];
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly box: RefObject<HTMLFormElement | null>;
}

/** How many fields are visible when the search is folded; one on a phone, so that the list is in view. */
const alwaysShown = { wide: 3, phone: 1 };

export function SearchForm({ list, fields, filters, onSearch, box }: SearchFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [draft, setDraft] = useState<Record<string, unknown>>({});
  const [unfolded, setUnfolded] = useState(false);
  const searchable = fields.filter((field) => field.search).map(asSearchField);
  const isPhone = useIsPhone();
  const fewest = isPhone ? alwaysShown.phone : alwaysShown.wide;
  const visibleFields = unfolded ? searchable : searchable.slice(0, fewest);
  const values: Record<string, unknown> = { ...filters, ...draft };
  const submit = () => {
    onSearch(cleaned(values));
    setDraft({});
  };
  if (searchable.length === 0) return null;
  return (
    <Panel
      as="form"
      ref={box}
      className={unfolded ? 'data-page-search' : 'data-page-search data-page-search-folded'}
      aria-label={t('datapage.search')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {visibleFields.map((field, at) => (
        <div key={field.key}>
          {at === 0 && !isPhone && <kbd aria-hidden>/</kbd>}
          <label htmlFor={`${id}-${field.key}`}>{listText(t, list, field.key)}</label>
          <FieldInput
            list={list}
            field={field}
            id={`${id}-${field.key}`}
            allowClear
            placeholder={isPhone ? listText(t, list, field.key) : undefined}
            value={field.kind === 'period' ? [values[field.from], values[field.to]] : values[field.key]}
            onChange={(value) => setDraft({ ...draft, ...entered(field, value) })}
          />
        </div>
      ))}
      <SearchButtons
        isPhone={isPhone}
        unfolded={unfolded}
        onReset={() => {
          setDraft({});
          onSearch({});
        }}
        {...(searchable.length > fewest ? { onUnfold: () => setUnfolded(!unfolded) } : {})}
      />
    </Panel>
  );
}

/** A switch is searched by a choice of yes, no or neither. */
const asSearchField = (field: Field): Field =>
  field.kind === 'switch' ? { ...field, kind: 'choice', choices: ['true', 'false'] } : field;

interface SearchButtonsProps {
  readonly isPhone: boolean;
  readonly unfolded: boolean;
  readonly onReset: () => void;
  /** Folds or unfolds the search; undefined if all fields are always visible. */
  readonly onUnfold?: () => void;
}

/** On a phone they are icons, to fit beside the first input. */
function SearchButtons({ isPhone, unfolded, onReset, onUnfold }: SearchButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className="data-page-search-buttons">
      {isPhone ? (
        <Button
          type="primary"
          htmlType="submit"
          aria-label={t('datapage.search')}
          icon={<SearchOutlined aria-hidden />}
        />
      ) : (
        <Button type="primary" htmlType="submit">
          {t('datapage.search')}
        </Button>
      )}
      {(!isPhone || unfolded) && <Button onClick={onReset}>{t('datapage.reset')}</Button>}
      {onUnfold && (
        <Button
          type={isPhone ? 'default' : 'link'}
          aria-expanded={unfolded}
          {...(isPhone
            ? { 'aria-label': t(unfolded ? 'datapage.less' : 'datapage.more'), icon: <Fold unfolded={unfolded} /> }
            : {})}
          onClick={onUnfold}
        >
          {isPhone ? undefined : t(unfolded ? 'datapage.less' : 'datapage.more')}
        </Button>
      )}
    </div>
  );
}

const Fold = ({ unfolded }: { readonly unfolded: boolean }) =>
  unfolded ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />;

function entered(field: Field, value: unknown): Record<string, unknown> {
  if (field.kind !== 'period') return { [field.key]: value };
  const [from, to] = (value as [string, string] | undefined) ?? [];
  return { [field.from]: from, [field.to]: to };
}

/** The filters without empty values. */
function cleaned(values: Record<string, unknown>): Filters {
  const entries = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null && value !== ''));
}
