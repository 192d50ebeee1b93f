import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Verdict } from '../../../../contract/consumer/scan.ts';
import type { ScanDesign } from '../../../../contract/querymanage/scan-design.ts';
import type { Language } from '../../../core/i18n/languages.ts';
import { BlockList } from './BlockList.tsx';
import { ColourFields } from './ColourFields.tsx';
import { VerdictTexts } from './VerdictTexts.tsx';
import { WordsInput } from './WordsInput.tsx';

export interface DesignProps {
  readonly design: ScanDesign;
  /** The one that texts are being written in. */
  readonly language: Language;
  readonly onChange: (design: ScanDesign) => void;
  /** Wishes to see what is being worked on: a verdict, for a code asked for so often. */
  readonly onShow: (verdict: Verdict, count?: number) => void;
}

export function DesignForm(props: DesignProps) {
  const { t } = useTranslation();
  const { design, language, onChange } = props;
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
