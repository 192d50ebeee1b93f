import type { ImportReport } from '@suyuan/contract/thing/list.ts';
import type { Planned, Watcher, Work } from './lines.ts';

/** The most rows whose changes are shown; people check more by their pattern. */
const maxShown = 100;

/** Records the first updated rows as the list shows them before and after. */
export class Preview implements Watcher {
  readonly changes: ImportReport['changes'][number][] = [];

  /** Reads rows that are about to be updated, and resolves to a function that reads them again. */
  async begin({ spec, change, caller }: Work, planned: readonly Planned[]): Promise<() => Promise<void>> {
    const { show } = spec.rows;
    const left = maxShown - this.changes.length;
    const shown = planned.flatMap(({ entry, row }) => (row ? [{ entry, id: row.id as number }] : [])).slice(0, left);
    if (!show || shown.length === 0) return async () => undefined;
    const look = () =>
      show(
        shown.map(({ id }) => id),
        change,
        caller,
      );
    const before = await look();
    return async () => {
      const after = await look();
      for (const { entry, id } of shown) {
        if (entry.outcome !== 'updated') continue;
        const rows = { before: { ...before.get(id) }, after: { ...after.get(id) } };
        this.changes.push({ line: entry.line.line, ...rows });
      }
    };
  }
}
