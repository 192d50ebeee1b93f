import { team } from '../../../../contract/plant/team.ts';
import type { Reference } from '../../records.ts';

/** A team to choose. Its code is its own within its factory only. */
export const teamReference: Reference = {
  page: team.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.team_name} (${row.factory_name} · ${row.team_code})`,
};
