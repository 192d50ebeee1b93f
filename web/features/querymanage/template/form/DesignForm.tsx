import { longestTexts } from '@suyuan/contract/querymanage/scan-design.ts';
import { Tabs } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { BlockList } from './BlockList.tsx';
import { ColourFields } from './ColourFields.tsx';
import type { DesignProps } from './designProps.ts';
import { VerdictTexts } from './VerdictTexts.tsx';
import { WordsInput } from './WordsInput.tsx';

export function DesignForm(props: DesignProps) {
  const { t } = useTranslation();
  const { design, language, onChange } = props;
  return (
    <Tabs
      items={[
        { key: 'blocks', label: t('field.content'), children: <BlockList {...props} /> },
        {
          key: 'texts',
          label: t('scancode.texts'),
          children: (
            <>
              <VerdictTexts {...props} />
              <div className="design-fields">
                <WordsInput
                  label={t('scancode.footer')}
                  most={longestTexts.footer}
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
