import { defineModule } from '../module.ts';
import { serveFactories } from './factory/factories.ts';
import { deviceKeyTable } from './line/device-key.table.ts';
import { serveDeviceKeys } from './line/device-keys.ts';
import { productionLineTable } from './line/production-line.table.ts';
import { serveProductionLines } from './line/production-lines.ts';
import { teamMemberTable, teamTable } from './team/team.table.ts';
import { serveTeams } from './team/teams.ts';
import { workshopTable } from './workshop/workshop.table.ts';
import { serveWorkshops } from './workshop/workshops.ts';

export const plant = defineModule({
  tables: [workshopTable, productionLineTable, deviceKeyTable, teamTable, teamMemberTable],
  serve(services) {
    serveFactories(services);
    serveWorkshops(services);
    serveProductionLines(services);
    serveDeviceKeys(services);
    serveTeams(services);
  },
});
