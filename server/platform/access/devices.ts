import type { Party } from '../party.ts';

interface KeyHolder {
  readonly keyId: number;
  /** The first key of the device, which identifies it across rotations of its key. */
  readonly firstKeyId: number;
}

/** A device of a production line, identified by the key of a request. */
export interface Device extends KeyHolder {
  /** Its production line; it may only act on work orders of this line. */
  readonly lineId: number;
}

/** The system (WMS) of a warehouse, identified by the key of a request. */
export interface WarehouseDevice extends KeyHolder {
  readonly name: string;
  /** Its warehouse; it may only act on waybills of this warehouse. */
  readonly warehouseId: number;
  /** The owner of the warehouse; undefined for the enterprise. */
  readonly party: Party | undefined;
}

export type AnyDevice = Device | WarehouseDevice;

/** Looks up device keys; provided by the module that keeps them. */
export interface DeviceKeys {
  /** The device that holds a key; undefined for a key that is unknown, revoked, or of a line or warehouse that is disabled or belongs to somebody disabled. */
  device(key: string): Promise<AnyDevice | undefined>;
}
