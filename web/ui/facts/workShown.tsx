import type { Row } from '../records.ts';
import { DueTime } from './DueTime.tsx';

interface WorkRow {
  readonly due_at: string | null;
  readonly overdue: boolean;
}

/** How lists show whose work a row is and until when, with the filter for what is one's own or overdue. */
export const workShown = {
  work: { search: true },
  work_owner: { width: 95 },
  work_owner_id: { column: false },
  due_at: {
    width: 140,
    render: (row: Row) => {
      const { due_at, overdue } = row as unknown as WorkRow;
      return <DueTime at={due_at} overdue={overdue} />;
    },
  },
  overdue: { column: false, detail: false },
} as const;
