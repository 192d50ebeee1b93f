import { Drawer, Segmented, Switch } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { changeSettings, type Scheme, schemes, useSettings } from '#core/preferences/settings.ts';
import { ThemePicker } from './ThemePicker.tsx';

const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const;

/** Settings of the console's appearance. Changes apply at once and survive a reload. */
export default function SettingsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const settings = useSettings();
  return (
    <Drawer open={open} size={300} title={t('settings.title')} onClose={onClose}>
      <div className="settings">
        <section>
          <h2 id="settings-theme">{t('settings.theme')}</h2>
          <ThemePicker labelledBy="settings-theme" />
        </section>
        <section>
          <h2 id="settings-scheme">{t('settings.scheme')}</h2>
          <Segmented
            block
            aria-labelledby="settings-scheme"
            value={settings.scheme}
            options={schemes.map((value) => ({ value, label: t(`settings.${value}`) }))}
            onChange={(scheme: Scheme) => changeSettings({ scheme })}
          />
        </section>
        <section>
          {switches.map((key) => (
            <label key={key} className="settings-switch" htmlFor={`settings-${key}`}>
              {t(`settings.${key}`)}
              <Switch
                id={`settings-${key}`}
                checked={settings[key]}
                onChange={(value) => changeSettings({ [key]: value })}
              />
            </label>
          ))}
        </section>
      </div>
    </Drawer>
  );
}
