import type { Wishes } from '../../../platform/config/settings.ts';
import type { Services } from '../../../platform/services.ts';
import { forgetDays } from '../../../scans/scan-days.ts';

/** Brings what the enterprise's own page sets for the whole server into force; from other servers by notification. */
export class EnterpriseSettings {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads the settings and goes on listening for changes. */
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

  /** To be called after a change: this server knows before the caller does, the others a moment later. */
  async changed(): Promise<void> {
    const { system, timeZone } = this.#services;
    const before = timeZone();
    await this.reload();
    // Its days begin elsewhere now: they are counted anew when they are asked for.
    if (timeZone() !== before) await forgetDays(system.sql);
    await system.sql.notify('enterprise', '');
  }
}
