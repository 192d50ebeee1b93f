import type { loginReasons, loginResults } from '../../../../contract/organ/own-account.ts';
import type { Caller } from '../../../platform/caller.ts';
import { deviceName, deviceOf } from '../../../platform/http/device.ts';
import { regionName } from '../../../platform/places/regions.ts';
import type { Services } from '../../../platform/services.ts';

export interface LoginEvent {
  readonly account_id: number | null;
  readonly account_name: string;
  readonly result: (typeof loginResults)[number];
  readonly reason?: (typeof loginReasons)[number];
  readonly claimed_ip?: string;
}

/** The record of who signed in, or tried to. It is personal data: kept for as long as the setting says. */
export class LoginLog {
  readonly #services: Pick<Services, 'system' | 'regions' | 'config'>;

  constructor(services: Pick<Services, 'system' | 'regions' | 'config'>) {
    this.#services = services;
  }

  async record(event: LoginEvent, { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>): Promise<void> {
    const { system, regions } = this.#services;
    await system.db
      .insertInto('login_log')
      .values({ ...event, ip, region: regionName(regions.find(ip)), device: deviceName(deviceOf(userAgent)) })
      .execute();
  }

  async sweep(): Promise<void> {
    const { system, config } = this.#services;
    await system.sql`delete from login_log where at < now() - make_interval(days => ${config.loginLogDays})`;
  }
}
