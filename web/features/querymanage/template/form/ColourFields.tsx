import { contrast, readable } from '@suyuan/contract/contrast.ts';
import { colourNames, plainDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import { Button, ColorPicker } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { DesignProps } from './designProps.ts';

/** Inputs for the colours under white text, with a warning if the contrast is too low. */
export function ColourFields({ design, onChange, onShow }: DesignProps) {
  const { t } = useTranslation();
  const { colours } = design;
  return (
    <>
      <div className="design-colours">
        {colourNames.map((name) => {
          const title = t(name === 'accent' ? 'scancode.accent' : `field.verdict.${name}`);
          return (
            <div key={name}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the button is antd's */}
              <label>
                {title}
                <ColorPicker
                  value={colours[name]}
                  showText
                  disabledAlpha
                  onOpenChange={(open) => open && name !== 'accent' && onShow(name)}
                  onChange={(colour) =>
                    onChange({
                      ...design,
                      colours: { ...colours, [name]: colour.toHexString().slice(0, 7).toLowerCase() },
                    })
                  }
                />
              </label>
              {contrast(colours[name], '#ffffff') < readable && <p role="alert">{t('scancode.lowContrast')}</p>}
            </div>
          );
        })}
      </div>
      <p>
        <Button onClick={() => onChange({ ...design, colours: plainDesign.colours })}>
          {t('scancode.plainColours')}
        </Button>
      </p>
    </>
  );
}
