import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Row } from '../../records.ts';
import { choose, type Selection } from '../selection/selection.ts';

/**
 * Selects a row; with Shift, all rows from the last selected one. A native checkbox, since antd's would dominate rendering a
 * table.
 */
export function RowCheck({
  selection,
  row,
  title,
  rows,
}: {
  readonly selection: Selection;
  readonly row: Row;
  readonly title: string;
  readonly rows: readonly Row[];
}) {
  const { t } = useTranslation();
  const checked = selection((state) => state.rows.has(row.id));
  return (
    <label className="row-check">
      <input
        type="checkbox"
        checked={checked}
        aria-label={t('datapage.chooseRow')}
        title={title}
        onChange={({ target, nativeEvent }) => {
          const shift = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
          choose(selection, shift ? upTo(selection, rows, row) : [row], target.checked);
        }}
      />
    </label>
  );
}

/** The rows from the last selected one to this one. */
function upTo(selection: Selection, rows: readonly Row[], row: Row): readonly Row[] {
  const last = [...selection.getState().rows.keys()].at(-1);
  const [a, b] = [rows.findIndex(({ id }) => id === last), rows.findIndex(({ id }) => id === row.id)];
  return a < 0 ? [row] : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Selects all rows of the page, or none. */
export function AllCheck({ selection, rows }: { readonly selection: Selection; readonly rows: readonly Row[] }) {
  const { t } = useTranslation();
  const count = selection((state) => rows.filter(({ id }) => state.rows.has(id)).length);
  const all = count > 0 && count === rows.length;
  return (
    <label className="row-check">
      <input
        type="checkbox"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !all;
        }}
        aria-label={t('datapage.chooseAll')}
        onChange={() => choose(selection, rows, !all)}
      />
    </label>
  );
}
