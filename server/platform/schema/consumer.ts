import type { Generated, GeneratedAlways } from 'kysely';
import type { ScanDesign } from '../../../contract/querymanage/scan-design.ts';
import type { Status } from './status.ts';

/** What consumers asked. */
export interface ConsumerSchema {
  scan_stat: ScanStatTable;
  consumer_scan: ConsumerScanTable;
  scan_place: ScanPlaceTable;
  scan_guessing: ScanGuessingTable;
  scan_template: ScanTemplateTable;
  scan_template_version: ScanTemplateVersionTable;
  carousel_picture: CarouselPictureTable;
}

interface ScanStatTable {
  code_id: number;
  scan_count: number;
  first_at: Date;
  first_country: string;
  first_province: string;
  first_city: string;
  last_at: Date;
}

interface ScanTemplateTable {
  id: GeneratedAlways<number>;
  template_name: string;
  product_id: number | null;
  brand_id: number | null;
  draft: ScanDesign;
  published_version: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ScanTemplateVersionTable {
  template_id: number;
  version: number;
  design: ScanDesign;
  published_by: number | null;
  published_at: Generated<Date>;
}

interface CarouselPictureTable {
  id: GeneratedAlways<number>;
  title: string;
  picture: string;
  link: string | null;
  sort: Generated<number>;
  shown_from: Date | null;
  shown_to: Date | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ScanGuessingTable {
  network: string;
  first_at: Date;
  last_at: Date;
  refused: number;
}

interface ScanPlaceTable {
  code_id: number;
  nth: number;
  place: string;
  latitude: string | null;
  longitude: string | null;
  told_at: Date;
}

interface ConsumerScanTable {
  code_id: number;
  id: Generated<number>;
  scanned_at: Date;
  code: string;
  verdict: 'genuine' | 'repeated' | 'unbound' | 'void' | 'unknown';
  nth: number;
  order_id: number | null;
  product_id: number | null;
  ip: string;
  country: string;
  province: string;
  city: string;
  device: string;
  os: string;
  browser: string;
}
