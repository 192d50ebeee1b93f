import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { Language } from '#platform/language.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';

/** A design with sample data, for a preview. */
export interface DesignSample {
  readonly design: ScanDesign;
  readonly verdict: ScanAnswer['verdict'];
  readonly count: number;
  readonly language: Language;
  readonly product_id?: number | null;
}

/** Previews of the consumer page; provided by the module that renders it. */
export interface PageViews {
  /** The page that a consumer would see now for a code, and what it is about; no scan is recorded. */
  ofCode(code: string, language: Language): Promise<{ html: string; about: CodeRecord | 'product' | undefined }>;
  /** The page for a design, saved or not, with a sample answer. */
  ofDesign(sample: DesignSample): Promise<string>;
}
