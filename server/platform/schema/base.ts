import type { Generated, GeneratedAlways } from 'kysely';
import type { Status } from './status.ts';

/** What codes refer to: products, and what describes them. */
export interface BaseSchema {
  product: ProductTable;
  brand: BrandTable;
  packaging_unit: PackagingUnitTable;
  hierarchy: HierarchyTable;
  hierarchy_version: HierarchyVersionTable;
  hierarchy_level: HierarchyLevelTable;
  product_field: ProductFieldTable;
  picture: PictureTable;
}

interface ProductTable {
  id: GeneratedAlways<number>;
  product_code: string;
  product_name: string;
  gtin: string | null;
  spec: string | null;
  brand_id: number | null;
  unit_id: number | null;
  hierarchy_id: number | null;
  category: string | null;
  shelf_life_days: number | null;
  /** Hashes, the first one being the product's face. */
  pictures: Generated<string[]>;
  /** Sanitised HTML by language. */
  description: Generated<Readonly<Record<string, string>>>;
  /** Values of extension fields by the field's code. */
  extension: Generated<Readonly<Record<string, string | number>>>;
  status: Generated<Status>;
  search_text: Generated<string>;
  search_grams: GeneratedAlways<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface BrandTable {
  id: GeneratedAlways<number>;
  brand_code: string;
  brand_name: string;
  parent_id: number | null;
  logo: string | null;
  sort: Generated<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PackagingUnitTable {
  id: GeneratedAlways<number>;
  unit_code: string;
  level: number;
  symbol_zh: string;
  symbol_en: string | null;
  symbol_es: string | null;
  symbol_ja: string | null;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface HierarchyTable {
  id: GeneratedAlways<number>;
  hierarchy_code: string;
  hierarchy_name: string;
  /** The one that is in force. */
  version: Generated<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface HierarchyVersionTable {
  hierarchy_id: number;
  version: number;
  created_at: Generated<Date>;
}

interface HierarchyLevelTable {
  hierarchy_id: number;
  version: number;
  position: number;
  unit_id: number;
  quantity: number;
}

interface ProductFieldTable {
  id: GeneratedAlways<number>;
  field_code: string;
  label_zh: string;
  label_en: string | null;
  label_es: string | null;
  label_ja: string | null;
  kind: 'text' | 'number' | 'date' | 'choice' | 'picture';
  choices: Generated<string[]>;
  required: Generated<boolean>;
  shown_to_consumers: Generated<boolean>;
  sort: Generated<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface PictureTable {
  hash: string;
  width: number;
  height: number;
  created_at: Generated<Date>;
  sent_at: Generated<Date>;
}
