import type { Account } from '../caller.ts';
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

/** Looks up the keys of other systems; provided by the module that keeps them. */
export interface SystemKeys {
  /**
   * The account of a key with its rights at this time. Throws 401 for a key that is unknown, revoked, expired or of somebody disabled.
   */
  account(key: string): Promise<Account>;
  /** The same for an account that goes on with a job, or undefined if the account is none of a key. */
  holder(accountId: number): Promise<Account | undefined>;
  /** Counts a call; soon it is seen in the list of keys. */
  count(account: Account, use: { readonly ip: string; readonly refused: boolean }): void;
}

/** Looks up sessions and accounts; provided by the module that keeps them. */
export interface Sessions {
  /**
   * The account of a token with its current permissions. Throws if the session is over. An `unattended` call does not prolong the
   * session.
   */
  account(token: string, unattended?: boolean): Promise<Account>;
  /** The same for a session by its id. */
  accountOf(sessionId: number): Promise<Account>;
  /** The same for an account, signed in or not. Throws if it may not be used any more. */
  holder(accountId: number): Promise<Account>;
  /** The id of the session of a token. */
  idOf(token: string): Promise<number | undefined>;
}
