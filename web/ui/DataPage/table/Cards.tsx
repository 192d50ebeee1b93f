import { Pagination } from 'antd';
import { Link } from 'react-router';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Fact } from '../../facts/Fact.tsx';
import type { Row } from '../../records.ts';
import { shownColumns } from '../columns/usePreferences.ts';
import type { Field, ListSpec } from '../fields.ts';
import { useCells } from './Cell.tsx';
import { RowCheck } from './RowCheck.tsx';
import type { LoadedProps } from './rowsProps.ts';

/** The rows as cards, for screens without room for a table. */
export function Cards({ spec, state, preferences, data, selection, onTurn, renderActions, detailOf }: LoadedProps) {
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const fields = shownColumns(spec.fields, preferences.columns);
  return (
    <>
      <ul className="data-page-cards">
        {data.rows.map((row) => (
          <li key={row.id} className="data-page-card">
            <div className="data-page-card-head">
              {selection && <RowCheck selection={selection} row={row} title={spec.titleOf(row)} rows={data.rows} />}
              <h2>
                <Link to={detailOf(row)} className="row-link">
                  {spec.titleOf(row)}
                </Link>
              </h2>
            </div>
            <dl className="data-page-facts">
              {fields
                .filter((field) => tellsMore(field, row, spec))
                .map((field) => (
                  <Fact key={field.key} title={listText(t, spec.name, field.key)}>
                    {cell(field, row)}
                  </Fact>
                ))}
            </dl>
            {renderActions(row)}
          </li>
        ))}
      </ul>
      <Pagination
        simple
        align="center"
        current={state.page}
        pageSize={state.size ?? preferences.size}
        total={data.total}
        onChange={onTurn}
        style={{ marginTop: 12 }}
      />
    </>
  );
}

/** Whether a card shows a field: not if it is empty or the title says it already. */
function tellsMore({ key, column }: Field, row: Row, spec: ListSpec): boolean {
  const value = row[key];
  if (value === undefined) return typeof column === 'object' && column.render !== undefined;
  return value !== null && value !== '' && !(typeof value === 'string' && isIn(spec.titleOf(row), value));
}

/** Whether a title has a text as one of its parts, which spaces divide. */
const isIn = (title: string, text: string): boolean => ` ${title} `.includes(` ${text} `);
