import type { EventType, Life } from '@suyuan/contract/trace/events.ts';

/** The state of an issued code: what its order and segment say, overlaid with events. A code that no order covers has no state. */
export interface CodeState {
  readonly code_id: number;
  readonly state: 'issued' | 'bound' | 'void';
  /** Closed with its order, or in a range. */
  readonly closed: boolean;
  readonly rule_id: number;
  readonly order_id: number;
  readonly order_no: string;
  readonly product_id: number | null;
  readonly product_code: string | null;
  readonly product_name: string | null;
  readonly gtin: string | null;
  readonly spec: string | null;
  readonly lot: string | null;
  /** The lot, if known from events. */
  readonly lot_id: number | null;
  /** `2026-01-31`. */
  readonly production_date: string | null;
  readonly issued_at: Date;
  /** When it was last bound, closed, or otherwise changed; null if nothing happened since it was issued. */
  readonly changed_at: Date | null;
  /** Its life by events; `issued` if no event is about it. */
  readonly life: Life;
  /** The last event about it, or about a package around it; null if there was none. Events that change nothing do not count. */
  readonly last_act: { readonly act: EventType; readonly at: Date } | null;
  readonly expiry_date: string | null;
  /** When it was put on its product, and when it was packed, if known from events. */
  readonly made_at: Date | null;
  readonly packed_at: Date | null;
  /** When it was shipped, by itself or in its package, and the area of the dealer that it went to. */
  readonly shipped_at: Date | null;
  readonly shipped_to: string | null;
  /** The place of the goods by events: that of the outermost package around them. */
  readonly place_id: number | null;
  /** It was declared lost on its way and has arrived nowhere since. */
  readonly lost: boolean;
  /** The level of packing that its rule issues codes for, and how many units are in it, if it is a package. */
  readonly level: number;
  readonly units: number | null;
  /** The package that it is in. */
  readonly parent: number | null;
}
