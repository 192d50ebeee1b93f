import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { placesOf } from '#trace/places.ts';
import { holdMorePlaces } from '../goods/held-goods.ts';

interface HoldAround {
  readonly id: number;
  readonly hold_no: string;
  readonly reason: string;
  readonly warehouse: number;
}

/** Provides that zones which come to a warehouse on hold are on hold with it. */
export default function provideHeldZones(_: Services, shared: SharedServices): void {
  shared.holdZones.provide(async (change, warehouses, account) => {
    const { sql } = change;
    const around = await sql<HoldAround[]>`
      select distinct q.id, q.hold_no, q.reason, w.id as warehouse
      from warehouse w
      join place p on p.kind = 'warehouse' and p.ref_id = w.parent_id
      join hold h on h.place_id = p.id and h.released_at is null
      join quality_hold q on q.id = h.quality_hold_id
      where w.id = any(${warehouses as number[]}::bigint[])
      order by q.id, w.id`;
    for (const { id, hold_no, reason, warehouse } of around) {
      const within = await sql<{ id: number }[]>`select warehouses_within(${warehouse}) as id`;
      const places = await placesOf(
        sql,
        'warehouse',
        within.map((one) => one.id),
      );
      const decision = { document: { kind: 'quality_hold', id }, reason: `${hold_no}: ${reason}`, account } as const;
      await holdMorePlaces(shared, change, decision, [...places.values()]);
    }
  });
}
