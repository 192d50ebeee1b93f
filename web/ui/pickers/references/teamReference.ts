import { team } from '@suyuan/contract/plant/team.ts';
import type { Reference } from '../../records.ts';

/** Enabled teams. The label has the factory, because team codes are unique within a factory only. */
export const teamReference: Reference = {
  page: team.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.team_name} (${row.factory_name} · ${row.team_code})`,
};
