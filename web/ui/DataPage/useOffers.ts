import type { Call } from '@suyuan/contract/call/call.ts';
import { type BatchAction, singleOf } from '@suyuan/contract/thing/batch.ts';
import type { ExportFormat } from '@suyuan/contract/thing/list.ts';
import { useEffect } from 'react';
import { download } from '#core/api/call.ts';
import { mayCall, useCan } from '#core/session/allowed.tsx';
import { shownColumns } from './columns/usePreferences.ts';
import { columnOf, type ListSpec } from './fields.ts';
import { chooseNone, useSelection } from './selection/selection.ts';
import type { useListRows } from './useListRows.ts';

type Ids = readonly (number | string)[];

/** What this person may do with the list and with selected rows. */
export function useOffers(spec: ListSpec, { input, preferences }: ReturnType<typeof useListRows>) {
  const can = useCan();
  const allowed = (definition: Call | undefined) => definition !== undefined && mayCall(can, definition);
  const { page: _page, size: _size, sort, ...filters } = input as typeof input & { sort?: string };

  const save = (format: ExportFormat, ids?: Ids) => {
    const columns = shownColumns(spec.fields, preferences.preferences.columns)
      .filter((field) => columnOf(field).file !== false)
      .map(({ key }) => key);
    const wish = {
      ...filters,
      ...(sort ? { sort } : {}),
      format,
      columns: columns.join(','),
      ...(ids ? { ids: ids.join(',') } : {}),
    };
    void download(spec.export as Call & { answers: 'file' }, wish).catch(() => undefined);
  };
  const mayExport = allowed(spec.export);
  const actions = batchActionsOf(spec).filter((action) =>
    allowed(singleOf(action, { update: spec.update as Call, remove: spec.remove as Call })),
  );
  const batchActions = (spec.batchActions ?? []).filter(({ permission }) => can(permission));
  const selection = useSelectionWhile(JSON.stringify(filters));
  const choosable = actions.length > 0 || batchActions.length > 0 || mayExport;
  const some = selection((state) => state.rows.size > 0);
  return {
    add: allowed(spec.add),
    import: allowed(spec.import),
    export: mayExport ? save : undefined,
    selection: choosable ? selection : undefined,
    /** The actions for selected rows; undefined if there are none. */
    choosing: some ? { selection, actions, batchActions, onExport: mayExport ? save : undefined } : undefined,
  };
}

/** The selection, which is cleared when the filters change. */
function useSelectionWhile(filters: string) {
  const selection = useSelection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets with every other search
  useEffect(() => chooseNone(selection), [selection, filters]);
  return selection;
}

function batchActionsOf({ batch, update, remove }: ListSpec): readonly BatchAction[] {
  if (!batch || !update || !remove) return [];
  return batch.input.properties.action.enum as readonly BatchAction[];
}
