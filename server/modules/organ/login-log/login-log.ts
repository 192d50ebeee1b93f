import type { loginReasons, loginResults } from '@suyuan/contract/organ/own-account.ts';
import { regionName } from '#platform/areas/regions.ts';
import type { Caller } from '#platform/caller.ts';
import { deviceName, deviceOf } from '#platform/http/device.ts';
import type { Services } from '#platform/services.ts';

export interface LoginEvent {
  readonly account_id: number | null;
  readonly account_name: string;
  readonly result: (typeof loginResults)[number];
  readonly reason?: (typeof loginReasons)[number];
  readonly claimed_ip?: string;
}

/** The record of sign-ins and attempts. It is personal data, so it is deleted after the configured time. */
export class LoginLog {
  readonly #services: Pick<Services, 'system' | 'regions' | 'config'>;

  constructor(services: Pick<Services, 'system' | 'regions' | 'config'>) {
    this.#services = services;
  }

  async record(event: LoginEvent, { ip, userAgent }: Pick<Caller, 'ip' | 'userAgent'>): Promise<void> {
    const { system, regions } = this.#services;
    await system.anonymous.db
      .insertInto('login_log')
      .values({ ...event, ip, region: regionName(regions.find(ip)), device: deviceName(deviceOf(userAgent)) })
      .execute();
  }

  /** Adds what the console reports about a sign-in to its row. A sign-in at another server gets a row of its own. */
  async announce(event: Omit<LoginEvent, 'result'>, caller: Pick<Caller, 'ip' | 'userAgent'>): Promise<void> {
    const { account_id, claimed_ip = null } = event;
    const rows = await this.#services.system.anonymous.sql`
      update login_log set claimed_ip = coalesce(${claimed_ip}, claimed_ip)
      where id = (
        select id from login_log
        where account_id = ${account_id} and result = 'success' and ip = ${caller.ip}
          and at > now() - interval '10 minutes'
        order by at desc limit 1
      )`;
    if (rows.count === 0) await this.record({ ...event, result: 'notice' }, caller);
  }

  async sweep(): Promise<void> {
    const { system, config } = this.#services;
    await system.anonymous.sql`delete from login_log where at < now() - make_interval(days => ${config.loginLogDays})`;
  }
}
