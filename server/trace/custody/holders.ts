import type { PlaceKind } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import { among } from '#platform/database/statements/among.ts';
import { type OwnedRow, type Party, partyOfOwner } from '#platform/party.ts';

/** Who has the goods at a place. */
export interface Holder {
  /** The factory or dealer; undefined for the enterprise, for goods in transit, and for anybody outside. */
  readonly party: Party | undefined;
  readonly lineId: number | null;
  /** They are in transit. */
  readonly underWay: boolean;
  /** Of goods in transit, or delivered to somebody outside: who sent them. */
  readonly sender: Party | undefined;
  /** Of goods in transit: to whom they are on their way. */
  readonly receiver: Party | undefined;
  /** Of returned goods: the dealer that they came from. */
  readonly returner: Party | undefined;
}

interface Row extends OwnedRow {
  readonly id: number;
  readonly kind: PlaceKind;
  readonly line_id: number | null;
  readonly from_factory: number | null;
  readonly from_dealer: number | null;
  readonly to_factory: number | null;
  readonly to_dealer: number | null;
  readonly back_from: number | null;
}

/** Reads who has the goods at each of these places. Returned goods are with the warehouse that inspects them. */
export async function holdersAt(sql: Connection, placeIds: readonly number[]): Promise<ReadonlyMap<number, Holder>> {
  if (placeIds.length === 0) return new Map();
  const rows = await sql<Row[]>`
    select p.id, p.kind, coalesce(w.factory_id, rw.factory_id, o.factory_id, f.id) as factory_id,
      coalesce(w.dealer_id, rw.dealer_id, s.dealer_id, d.id) as dealer_id, l.id as line_id,
      bw.factory_id as from_factory, bw.dealer_id as from_dealer, coalesce(tw.factory_id, b.to_factory_id) as to_factory,
      coalesce(tw.dealer_id, b.to_dealer_id) as to_dealer, r.dealer_id as back_from
    from place p
    left join warehouse w on p.kind = 'warehouse' and w.id = p.ref_id
    left join factory f on p.kind = 'factory' and f.id = p.ref_id
    left join production_line l on p.kind = 'line' and l.id = p.ref_id
    left join workshop o on o.id = l.workshop_id
    left join ship_to s on p.kind = 'ship_to' and s.id = p.ref_id
    left join dealer d on p.kind = 'dealer' and d.id = p.ref_id
    left join waybill b on p.kind in ('waybill', 'outside', 'lost') and b.id = p.ref_id
    left join warehouse bw on bw.id = b.from_warehouse_id
    left join warehouse tw on tw.id = b.to_warehouse_id
    left join refund r on p.kind = 'refund' and r.id = p.ref_id
    left join warehouse rw on rw.id = r.warehouse_id
    where p.id ${among(sql, placeIds)}`;
  return new Map(rows.map((row) => [row.id, holderOf(row)]));
}

/** Goods that were lost on their way can still arrive. */
const isOnWay = ({ kind }: Row): boolean => kind === 'waybill' || kind === 'lost';

const holderOf = (row: Row): Holder => ({
  party: partyOfOwner(row),
  lineId: row.line_id,
  underWay: isOnWay(row),
  sender: partyOfOwner({ factory_id: row.from_factory, dealer_id: row.from_dealer }),
  receiver: isOnWay(row) ? partyOfOwner({ factory_id: row.to_factory, dealer_id: row.to_dealer }) : undefined,
  returner: row.back_from === null ? undefined : { kind: 'dealer', id: row.back_from },
});
