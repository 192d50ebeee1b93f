import { deviceKeyHeader } from '@suyuan/contract/call/call.ts';
import { deviceLeaseCodes } from '@suyuan/contract/plant/device.ts';
import { Client, type Way } from './client.ts';

/** A client that calls the server with a device key. */
export class Device extends Client {
  constructor(way: Way, key: string) {
    super(way, { [deviceKeyHeader]: key });
  }

  /** Downloads the codes of a lease, in order. */
  async codesOf(lease: number): Promise<string[]> {
    const answer = await this.ask(`${deviceLeaseCodes.path}?lease=${lease}`, {});
    return (await answer.text()).trimEnd().split('\n');
  }
}
