import type { ScanAnswer } from '../../contract/consumer/scan.ts';
import type { ScanDesign } from '../../contract/querymanage/scan-design.ts';
import type { Language } from '../platform/language.ts';
import type { CodeState } from '../trace/state/record/code-state.ts';

/** What a design is looked at with. */
export interface DesignSample {
  readonly design: ScanDesign;
  readonly verdict: ScanAnswer['verdict'];
  readonly count: number;
  readonly language: Language;
  readonly product_id?: number | null;
}

/** The page that consumers see, for those who design it and who look into what it says. */
export interface PageViews {
  /** What a consumer would see now for a code, as HTML, and what that is about; nothing is recorded. */
  ofCode(code: string, language: Language): Promise<{ html: string; about: CodeState | 'product' | undefined }>;
  /** A design that need not be kept, with a sample answer. */
  ofDesign(sample: DesignSample): Promise<string>;
  /** To be called after a change of what the page shows: it is shown before the caller knows. */
  changed(): Promise<void>;
}
