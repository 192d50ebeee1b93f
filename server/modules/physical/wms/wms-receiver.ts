import type { WmsShipment } from '@suyuan/contract/physical/wms.ts';
import type { WarehouseDevice } from '#platform/access/authentication.ts';
import type { Services } from '#platform/services.ts';

/** To whom a waybill goes. */
export interface Receiver {
  readonly kind: 'sale' | 'transfer';
  readonly dealerId: number | null;
  readonly warehouseId: number | null;
}

/**
 * The recipient that a message names: a dealer, or another warehouse that is a dealer's if and only if the sender's is the same
 * dealer's. The system of a factory or dealer finds those that its people can choose. Undefined if there is none.
 */
export async function receiverOf(
  { system, tables }: Pick<Services, 'system' | 'tables'>,
  device: WarehouseDevice,
  { dealer_code, to_warehouse_code }: WmsShipment,
): Promise<Receiver | undefined> {
  if ((dealer_code === undefined) === (to_warehouse_code === undefined)) return undefined;
  const db = system.seenBy(device, tables);
  if (dealer_code !== undefined) {
    const dealer = await db
      .selectFrom('dealer')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['dealer_code']), '=', dealer_code.toLowerCase()))
      .executeTakeFirst();
    return dealer && { kind: 'sale', dealerId: dealer.id, warehouseId: null };
  }
  const warehouse = await db
    .selectFrom('warehouse')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['warehouse_code']), '=', (to_warehouse_code as string).toLowerCase()))
    .where('id', '<>', device.warehouseId)
    .where('dealer_id', 'is not distinct from', device.party?.kind === 'dealer' ? device.party.id : null)
    .executeTakeFirst();
  return warehouse && { kind: 'transfer', dealerId: null, warehouseId: warehouse.id };
}
