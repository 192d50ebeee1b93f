import type { Verdict } from '@suyuan/contract/consumer/scan.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { Language } from '#core/i18n/languages.ts';

/** Props of the parts of the design form. */
export interface DesignProps {
  readonly design: ScanDesign;
  /** The language in which texts are edited. */
  readonly language: Language;
  readonly onChange: (design: ScanDesign) => void;
  /** Asks the preview to show a verdict, for a code with this number of scans. */
  readonly onShow: (verdict: Verdict, count?: number) => void;
}
