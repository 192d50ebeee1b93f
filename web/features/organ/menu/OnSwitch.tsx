import { Switch, Tooltip } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface OnSwitchProps {
  readonly name: string;
  readonly enabled: boolean;
  /** It cannot be switched off, because nothing could be switched on again without it. */
  readonly always_on: boolean;
  readonly mayChange: boolean;
  readonly onChange: (enabled: boolean) => void;
}

/** Switches a menu or button on or off for everyone. */
export function OnSwitch({ name, enabled, always_on, mayChange, onChange }: OnSwitchProps) {
  const { t } = useTranslation();
  return (
    <Tooltip title={always_on ? t('setmenusenable.alwaysOn') : undefined}>
      <Switch
        size="small"
        checked={enabled}
        disabled={!mayChange || always_on}
        aria-label={t('setmenusenable.switch', { name })}
        onChange={onChange}
      />
    </Tooltip>
  );
}
