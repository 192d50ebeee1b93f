import type { Verdict } from '../../../../../contract/consumer/scan.ts';
import type { ScanDesign } from '../../../../../contract/querymanage/scan-design.ts';
import type { Language } from '../../../../core/i18n/languages.ts';

/** What a part of the form of a design is given. */
export interface DesignProps {
  readonly design: ScanDesign;
  /** The one that texts are being written in. */
  readonly language: Language;
  readonly onChange: (design: ScanDesign) => void;
  /** Wishes to see what is being worked on: a verdict, for a code asked for so often. */
  readonly onShow: (verdict: Verdict, count?: number) => void;
}
