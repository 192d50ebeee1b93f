import { Modal } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { inSight, keysOf, useShortcutList } from '#core/keys/shortcuts.ts';
import './keys.css';

/** Lists the keyboard shortcuts of the current screen. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const shortcuts = inSight(useShortcutList(({ offered }) => offered));
  return (
    <Modal open title={t('shortcuts.title')} footer={null} onCancel={onClose} width={460}>
      <dl className="shortcuts">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.key}>
            <dt>{t(shortcut.text)}</dt>
            <dd>
              {keysOf(shortcut).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="shortcuts-note">{t('shortcuts.scan')}</p>
    </Modal>
  );
}
