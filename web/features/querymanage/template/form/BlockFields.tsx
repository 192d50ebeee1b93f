import type { DesignBlock } from '@suyuan/contract/querymanage/scan-design.ts';
import { longestTexts, SafeLink } from '@suyuan/contract/querymanage/scan-design.ts';
import { Input } from 'antd';
import type { Language } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { lengthOf } from '#ui/limits.ts';
import { PictureInput } from '#ui/pictures/PictureUpload.tsx';
import { WordsInput } from './WordsInput.tsx';

interface BlockFieldsProps {
  readonly block: DesignBlock;
  readonly language: Language;
  readonly onChange: (block: DesignBlock) => void;
}

/** Inputs for a banner or custom block; built-in blocks have none. */
export function BlockFields({ block, language, onChange }: BlockFieldsProps) {
  const { t } = useTranslation();
  if (block.kind !== 'banner' && block.kind !== 'custom') return null;
  const withLink = (text: string) => {
    const { link: _before, ...rest } = block;
    onChange(text === '' ? rest : { ...rest, link: text });
  };
  return (
    <div className="design-fields">
      {block.kind === 'banner' ? (
        <>
          <PictureInput
            value={block.picture}
            onChange={(picture) => onChange({ ...block, picture: (picture as string | null) ?? '' })}
          />
          <WordsInput
            label={t('scancode.alt')}
            most={longestTexts.bannerWords}
            language={language}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
        </>
      ) : (
        <>
          <WordsInput
            label={t('scancode.title')}
            most={longestTexts.customTitle}
            language={language}
            value={block.title}
            onChange={(title) => onChange({ ...block, title })}
          />
          <WordsInput
            label={t('scancode.words')}
            most={longestTexts.customWords}
            rows={3}
            language={language}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
        </>
      )}
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is antd's */}
      <label>
        {t('scancode.link')}
        <Input
          value={block.link ?? ''}
          placeholder="https://"
          {...lengthOf(SafeLink())}
          inputMode="url"
          onChange={(event) => withLink(event.target.value.trim())}
        />
      </label>
    </div>
  );
}
