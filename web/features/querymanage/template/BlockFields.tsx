import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DesignBlock } from '../../../../contract/querymanage/scan-design.ts';
import type { Language } from '../../../core/i18n/languages.ts';
import { PictureInput } from '../../../ui/pictures/PictureUpload.tsx';
import { WordsInput } from './WordsInput.tsx';

interface BlockFieldsProps {
  readonly block: DesignBlock;
  readonly language: Language;
  readonly onChange: (block: DesignBlock) => void;
}

/** What a block of the enterprise's own consists of; the page's own blocks have nothing to fill in. */
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
            most={120}
            language={language}
            value={block.words}
            onChange={(words) => onChange({ ...block, words })}
          />
        </>
      ) : (
        <>
          <WordsInput
            label={t('scancode.title')}
            most={60}
            language={language}
            value={block.title}
            onChange={(title) => onChange({ ...block, title })}
          />
          <WordsInput
            label={t('scancode.words')}
            most={1000}
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
          maxLength={512}
          inputMode="url"
          onChange={(event) => withLink(event.target.value.trim())}
        />
      </label>
    </div>
  );
}
