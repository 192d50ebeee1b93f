import type { Party } from '../party.ts';

interface KeyHolder {
  readonly keyId: number;
  /** The first key of the device: what was sent with a key that was rotated since is known by it. */
  readonly firstKeyId: number;
}

/** A device as the key of a request tells it. */
export interface Device extends KeyHolder {
  /** The production line that it belongs to, whose work orders alone it may speak of. */
  readonly lineId: number;
}

/** The system of a warehouse, as the key of a request tells it. */
export interface WarehouseDevice extends KeyHolder {
  readonly name: string;
  /** The warehouse whose waybills alone it may speak of. */
  readonly warehouseId: number;
  /** Whose warehouse that is; undefined for one of the enterprise. */
  readonly party: Party | undefined;
}

export type AnyDevice = Device | WarehouseDevice;

/** Who knows the keys of devices; provided by the branch that keeps them. */
export interface DeviceKeys {
  /** The device that holds a key; undefined for a key that is not known or does not count any more. */
  device(key: string): Promise<AnyDevice | undefined>;
}
