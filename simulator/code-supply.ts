import { deviceLease, deviceLeaseReturn } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from './client.ts';

interface Lease {
  readonly id: number;
  readonly codes: readonly string[];
  next: number;
}

interface Wish {
  readonly order_no: string;
  readonly level: number;
  /** How many codes are leased at a time. */
  readonly quantity: number;
}

/** Supplies a machine with codes of one level, leasing more as they are needed. */
export class CodeSupply {
  readonly #device: Device;
  readonly #wish: Wish;
  #lease: Lease | undefined;

  constructor(device: Device, wish: Wish) {
    this.#device = device;
    this.#wish = wish;
  }

  async take(): Promise<string> {
    const lease = await this.#current();
    const code = lease.codes[lease.next];
    lease.next += 1;
    return code as string;
  }

  /** Returns the codes that were not printed, and resolves to their number. */
  async giveBack(): Promise<number> {
    const unused = this.#lease ? this.#lease.codes.length - this.#lease.next : 0;
    if (this.#lease && unused > 0) await this.#device.call(deviceLeaseReturn, { lease: this.#lease.id, unused });
    this.#lease = undefined;
    return unused;
  }

  async #current(): Promise<Lease> {
    if (this.#lease && this.#lease.next < this.#lease.codes.length) return this.#lease;
    const { lease: id } = await this.#device.call(deviceLease, this.#wish);
    this.#lease = { id, codes: await this.#device.codesOf(id), next: 0 };
    return this.#lease;
  }
}
