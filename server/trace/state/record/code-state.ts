import type { Life } from '../../../../contract/trace/acts.ts';

/** What orders and segments say of an issued code. A code id that no order covers was never issued and has no state. */
export interface CodeState {
  readonly code_id: number;
  readonly state: 'issued' | 'bound' | 'void';
  readonly rule_id: number;
  readonly order_id: number;
  readonly order_no: string;
  readonly product_id: number | null;
  readonly product_code: string | null;
  readonly product_name: string | null;
  readonly gtin: string | null;
  readonly spec: string | null;
  readonly lot: string | null;
  /** Of the lot, where acts tell it. */
  readonly lot_id: number | null;
  /** `2026-01-31`. */
  readonly production_date: string | null;
  readonly issued_at: Date;
  /** When it was bound or closed, or something else happened to it, after it was issued. */
  readonly changed_at: Date | null;
  /** What acts have made of it. */
  readonly life: Life;
  readonly expiry_date: string | null;
  /** When it was put on its product, and when it was packed, where acts tell it. */
  readonly made_at: Date | null;
  readonly packed_at: Date | null;
  /** When it left, by itself or with what it is packed in, and in which area the dealer is that it went to. */
  readonly shipped_at: Date | null;
  readonly shipped_to: string | null;
  /** Where acts say that the goods are: the place of the outermost thing that they lie in. */
  readonly place_id: number | null;
  /** What it is packed in. */
  readonly parent: number | null;
}
