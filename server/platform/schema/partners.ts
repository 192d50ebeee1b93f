import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Status } from './status.ts';

/** The enterprise, its partners and its places. */
export interface PartnersSchema {
  enterprise: EnterpriseTable;
  factory: FactoryTable;
  dealer: DealerTable;
  dealer_area: DealerAreaTable;
  ship_to: ShipToTable;
  warehouse: WarehouseTable;
  packaging_supplier: PackagingSupplierTable;
  material: MaterialTable;
}

/** What every table has that people search and switch off. */
interface Kept {
  id: GeneratedAlways<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  search_grams: GeneratedAlways<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** How to reach somebody. */
interface Reachable {
  contact: string | null;
  phone: string | null;
  area_code: string | null;
  address: string | null;
}

interface EnterpriseTable extends Reachable {
  id: Generated<number>;
  enterprise_code: string;
  enterprise_name: string;
  logo: string | null;
  licence_no: string | null;
  email: string | null;
  icp_number: string | null;
  icp_url: string | null;
  /** Null: what the server's settings say. */
  time_zone: string | null;
  public_url: string | null;
  updated_at: Generated<Date>;
}

interface FactoryTable extends Kept, Reachable {
  factory_code: string;
  factory_name: string;
  /** The enterprise's own, or one that works for it. */
  kind: 'own' | 'external';
  licence_no: string | null;
  remark: string | null;
}

export type FactoryRow = Selectable<FactoryTable>;

interface DealerTable extends Kept, Reachable {
  dealer_code: string;
  dealer_name: string;
  dealer_level: Generated<1 | 2 | 3 | 4>;
  parent_id: number | null;
  licence_no: string | null;
  remark: string | null;
}

interface DealerAreaTable {
  dealer_id: number;
  area_code: string;
}

interface ShipToTable extends Kept, Reachable {
  dealer_id: number;
  ship_to_code: string;
  ship_to_name: string;
  preferred: Generated<boolean>;
}

interface WarehouseTable extends Kept {
  warehouse_code: string;
  warehouse_name: string;
  warehouse_type: 'finished' | 'raw' | 'packaging' | 'returns' | 'transit' | 'other';
  parent_id: number | null;
  factory_id: number | null;
  dealer_id: number | null;
  keeper_id: number | null;
  depart_code: string | null;
  area_code: string | null;
  address: string | null;
}

interface PackagingSupplierTable extends Kept, Reachable {
  supplier_code: string;
  supplier_name: string;
  licence_no: string | null;
}

interface MaterialTable extends Kept {
  material_code: string;
  material_name: string;
  kind: 'raw' | 'packaging';
  spec: string | null;
  unit: string | null;
  shelf_life_days: number | null;
  supplier_id: number | null;
  remark: string | null;
}
