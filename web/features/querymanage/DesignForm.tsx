import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ScanDesign } from '../../../contract/scan-design.ts';
import type { Language } from '../../i18n/languages.ts';
import { BlockList } from './BlockList.tsx';
import { ColourFields } from './ColourFields.tsx';
import { VerdictTexts } from './VerdictTexts.tsx';
import { WordsInput } from './WordsInput.tsx';

export interface DesignProps {
  readonly design: ScanDesign;
  /** The one that texts are being written in. */
  readonly language: Language;
  readonly onChange: (design: ScanDesign) => void;
}

export function DesignForm({ design, language, onChange }: DesignProps) {
  const { t } = useTranslation();
  const props = { design, language, onChange };
  return (
    <Tabs
      items={[
        { key: 'blocks', label: t('scancode.blocks'), children: <BlockList {...props} /> },
        {
          key: 'texts',
          label: t('scancode.texts'),
          children: (
            <>
              <VerdictTexts {...props} />
              <div className="design-fields">
                <WordsInput
                  label={t('scancode.footer')}
                  most={120}
                  language={language}
                  value={design.footer}
                  onChange={(footer) => onChange({ ...design, footer })}
                />
              </div>
            </>
          ),
        },
        { key: 'colours', label: t('scancode.colours'), children: <ColourFields {...props} /> },
      ]}
    />
  );
}
