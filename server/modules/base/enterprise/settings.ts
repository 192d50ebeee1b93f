import type { Wishes } from '../../../platform/config/settings.ts';
import type { Services } from '../../../platform/services.ts';
import { forgetDays } from '../../../scans/scan-days.ts';

/** Applies the server-wide settings of the enterprise's page; changes on other servers arrive by notification. */
export class EnterpriseSettings {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads the settings and listens for changes. */
  async open(): Promise<void> {
    const { system, log } = this.#services;
    const reload = () =>
      void this.reload().catch((error) => log.error(error, 'reading the settings of the enterprise failed'));
    await system.sql.listen('enterprise', reload, reload);
    await this.reload();
  }

  async reload(): Promise<void> {
    const { system, settings } = this.#services;
    const [row] = await system.sql<Wishes[]>`select time_zone, public_url from enterprise`;
    settings.wish(row ?? { time_zone: null, public_url: null });
  }

  /** Called after a change: applies it on this server before the call returns, and on other servers shortly after. */
  async changed(): Promise<void> {
    const { system, timeZone } = this.#services;
    const before = timeZone();
    await this.reload();
    // With another time zone the days begin at other times, so scans by day are counted again on demand.
    if (timeZone() !== before) await forgetDays(system.sql);
    await system.sql.notify('enterprise', '');
  }
}
