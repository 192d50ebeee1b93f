import { deviceKeyHeader } from '../contract/call/call.ts';
import { deviceLeaseCodes } from '../contract/plant/device.ts';
import { Client } from './client.ts';

/** A device as the server knows it: by its key, at an address. */
export class Device extends Client {
  constructor(url: string, key: string) {
    super(url, { [deviceKeyHeader]: key });
  }

  /** The codes of a lease, in their order. */
  async codesOf(lease: number): Promise<string[]> {
    const answer = await this.ask(`${deviceLeaseCodes.path}?lease=${lease}`, {});
    return (await answer.text()).trimEnd().split('\n');
  }
}
