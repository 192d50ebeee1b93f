import { recallAdd, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { handoverAdd, handoverHand, handoverReceive } from '@suyuan/contract/report/handover.ts';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { Goods, type Made } from '../goods/goods.ts';
import { deviceAt, type TestDevice } from '../goods/line.ts';
import type { TestServer } from '../harness/server.ts';

// Goods that one factory has made, everywhere that goods can be, and the parties that could lay hands on them.

/** A factory or dealer with a person who has every permission, two warehouses, and the systems that act for it. */
export interface Somebody {
  readonly name: string;
  readonly kind: 'factory' | 'dealer';
  readonly id: number;
  readonly token: string;
  readonly warehouses: readonly [number, number];
  readonly wms: TestDevice;
  /** A factory's line, and a work order that runs on it. */
  readonly line?: { readonly id: number; readonly device: TestDevice; readonly order: Order };
}

export interface Order {
  readonly id: number;
  readonly orderNo: string;
  readonly lineId: number;
}

/** A case of three bottles, and the documents that it is on. */
export interface Placed {
  readonly where: string;
  /** The work order that made it, which is still running. */
  readonly order: Order;
  readonly box: string;
  readonly bottles: readonly string[];
  readonly waybill?: number;
  readonly refund?: number;
  readonly paper?: number;
}

/** Documents of somebody's own: transfers between the two warehouses, with goods that are nobody else's, and a return. */
export interface Papers {
  readonly draft: number;
  readonly loading: number;
  readonly shipped: number;
  readonly refund: number;
  /** A case on the transfer that was shipped, and one that is in stock. */
  readonly onIt: string;
  readonly inStock: string;
}

export class Stage {
  readonly server: TestServer;
  readonly goods: Goods;
  readonly productId: number;
  /** The enterprise's warehouses. */
  readonly stores: readonly [number, number];
  readonly keeper: string;

  private constructor(server: TestServer, goods: Goods, given: Pick<Stage, 'productId' | 'stores' | 'keeper'>) {
    this.server = server;
    this.goods = goods;
    this.productId = given.productId;
    this.stores = given.stores;
    this.keeper = given.keeper;
  }

  static async on(server: TestServer): Promise<Stage> {
    const goods = await Goods.on(server);
    const stores = [await goods.warehouse(), await goods.warehouse()] as const;
    const keeper = await server.as(['connect', 'connect:sign'], { name: 'keeper' });
    return new Stage(server, goods, { productId: await goods.product(), stores, keeper });
  }

  /** Whether goods come into stock by handover only; else as soon as they are packed. */
  stockByHandover(is: boolean) {
    return this.server.sql`
      insert into enterprise (id, enterprise_code, enterprise_name, stock_by_handover) values (1, 'E', 'E', ${is})
      on conflict (id) do update set stock_by_handover = ${is}`;
  }

  async somebody(kind: 'factory' | 'dealer', name: string): Promise<Somebody> {
    const { server, goods } = this;
    const id = await server.party(kind);
    const owner = { [`${kind}_id`]: id };
    const warehouses = [await goods.warehouse(owner), await goods.warehouse(owner)] as const;
    const wms = deviceAt(server, await server.data(deviceKeyAdd, { warehouse_id: warehouses[0], name: `WMS ${name}` }));
    const token = await server.as(builtInPermissions as Permission[], { [kind]: id, name });
    const one = { name, kind, id, token, warehouses, wms };
    return kind === 'dealer' ? one : { ...one, line: await this.#line(id, name) };
  }

  async #line(factory_id: number, name: string) {
    const { server } = this;
    const hall = { workshop_code: `S-${name}`, workshop_name: name, factory_id };
    const { id: workshop_id } = await server.data(workshop.add, hall);
    const line = { line_code: `L-${name}`, line_name: name, workshop_id, orders_at_once: 'several' } as const;
    const { id } = await server.data(productionLine.add, line);
    const device = deviceAt(server, await server.data(deviceKeyAdd, { line_id: id, name: `line ${name}` }));
    return { id, device, order: (await this.order(id)).order };
  }

  /** A running order of a line into the enterprise's warehouse. */
  async order(line_id: number): Promise<{ readonly made: Made; readonly order: Order }> {
    const made = await this.goods.made(this.stores[0], { productId: this.productId, order: { line_id } });
    const { rows } = await this.server.data(workOrder.page, { line_id, sort: '-created_at', size: 1 });
    return { made, order: { id: made.workOrderId, orderNo: rows[0]?.order_no as string, lineId: line_id } };
  }

  /** A new case of a line, packed by its people. */
  async packed(line_id: number, where: string): Promise<Placed> {
    const { made, order } = await this.order(line_id);
    const [one] = await this.goods.cases(made, 1);
    const { code: box, bottles } = one as { code: string; bottles: string[] };
    return { where, order, box, bottles };
  }

  /** The same, after the warehouse has signed for it. */
  async handedOver(line_id: number, where: string): Promise<Placed & { readonly paper: number }> {
    const placed = await this.packed(line_id, where);
    const { id } = await this.server.data(handoverAdd, { work_order_id: placed.order.id });
    await this.server.data(handoverHand, { id });
    await this.server.data(handoverReceive, { id, counted: 1 }, { token: this.keeper });
    return { ...placed, paper: id };
  }

  /** A waybill for a case, loaded, and gone as far as given. */
  async sent(
    placed: Placed,
    to: { readonly from: number } & ({ readonly dealer: number } | { readonly warehouse: number }),
    until: 'loaded' | 'shipped' | 'signed' = 'signed',
  ): Promise<Placed & { readonly waybill: number }> {
    const id = await this.#waybill(to);
    await this.server.data(load, { id, codes: [placed.box] });
    if (until !== 'loaded') await this.server.data(ship, { id, short_reason: 'one case' });
    if (until === 'signed') await this.server.data(sign, { id, received: 'all' });
    return { ...placed, waybill: id };
  }

  async #waybill(to: { readonly from: number } & ({ readonly dealer: number } | { readonly warehouse: number })) {
    const lines = [{ product_id: this.productId, quantity: 1000 }];
    const common = { from_warehouse_id: to.from, lines };
    const { id } = await this.server.data(
      waybill.add,
      'dealer' in to
        ? { ...common, kind: 'sale', to_dealer_id: to.dealer }
        : { ...common, kind: 'transfer', to_warehouse_id: to.warehouse },
    );
    return id;
  }

  /** A case that a dealer has sent back to a warehouse. */
  async returned(
    placed: Placed,
    dealer_id: number,
    warehouse_id: number,
  ): Promise<Placed & { readonly refund: number }> {
    const id = await this.refund(dealer_id, warehouse_id);
    await this.server.data(receiveReturn, { id, codes: [placed.box] });
    return { ...placed, refund: id };
  }

  async refund(dealer_id: number, warehouse_id: number): Promise<number> {
    return (await this.server.data(refund.add, { dealer_id, warehouse_id, reason: 'too many', lines: [] })).id;
  }

  async destroyed(placed: Placed & { readonly refund: number }): Promise<Placed> {
    const { refund: id, box } = placed;
    await this.server.data(inspectReturn, { id, codes: [box], result: 'scrap', reason: 'wet' });
    return placed;
  }

  async recalled(placed: Placed): Promise<Placed> {
    const scope = { codes: [placed.box] };
    const { id } = await this.server.data(recallAdd, { scope, drill: false, reason: 'glass' });
    await this.server.data(recallBegin, { id });
    return placed;
  }

  /** Documents of somebody, about goods that another line has made and that lie with them. */
  async papersOf({ kind, id, warehouses: [from, to] }: Somebody, line_id: number, returner: number): Promise<Papers> {
    const own = async () => {
      const placed = await this.handedOver(line_id, 'own');
      return this.sent(placed, { from: this.stores[0], ...(kind === 'dealer' ? { dealer: id } : { warehouse: from }) });
    };
    const transfer = { from, warehouse: to };
    const onIt = await this.sent(await own(), transfer, 'shipped');
    return {
      draft: await this.#waybill(transfer),
      loading: (await this.sent(await own(), transfer, 'loaded')).waybill,
      shipped: onIt.waybill,
      onIt: onIt.box,
      inStock: (await own()).box,
      refund: await this.refund(kind === 'dealer' ? id : returner, kind === 'dealer' ? this.stores[0] : from),
    };
  }

  /** The number of a waybill. */
  async waybillNo(id: number): Promise<string> {
    return (await this.server.data(waybillDetail, { id })).waybill_no;
  }
}
