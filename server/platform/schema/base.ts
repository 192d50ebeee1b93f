import type { Generated, GeneratedAlways } from 'kysely';
import type { Status } from './status.ts';

/** What codes refer to: products, and the parties that make and sell them. */
export interface BaseSchema {
  product: ProductTable;
  factory: FactoryTable;
  dealer: DealerTable;
}

interface ProductTable {
  id: GeneratedAlways<number>;
  product_code: string;
  product_name: string;
  gtin: string | null;
  spec: string | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface FactoryTable {
  id: GeneratedAlways<number>;
  factory_code: string;
  factory_name: string;
  /** The enterprise's own, or one that works for it. */
  kind: 'own' | 'external';
  contact: string | null;
  phone: string | null;
  area_code: string | null;
  address: string | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface DealerTable {
  id: GeneratedAlways<number>;
  dealer_code: string;
  dealer_name: string;
  parent_id: number | null;
  contact: string | null;
  phone: string | null;
  area_code: string | null;
  address: string | null;
  licence_no: string | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
