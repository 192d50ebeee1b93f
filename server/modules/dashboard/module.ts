import { defineModule } from '../module.ts';
import { serveDashboard } from './dashboard.ts';

export const dashboard = defineModule({
  tables: [],
  serve(services) {
    serveDashboard(services);
  },
});
