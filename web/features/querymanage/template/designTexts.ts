import type { LocalisedText } from '@suyuan/contract/languages.ts';
import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { Language } from '#core/i18n/languages.ts';

/** The number of a design's texts that exist in another language but not in this one. */
export const missingIn = (design: ScanDesign, language: Language): number =>
  textsOf(design).filter((words) => Object.values(words).some(Boolean) && !words[language]).length;

const textsOf = ({ blocks, verdicts, footer }: ScanDesign): LocalisedText[] => [
  ...blocks.flatMap((block) => {
    if (block.kind === 'custom') return [block.title, block.words];
    return block.kind === 'banner' ? [block.words] : [];
  }),
  ...verdicts.flatMap(({ title, words }) => [title, words]),
  footer,
];
