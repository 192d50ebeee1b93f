import { CloseOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router';
import { routeText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useIsUnsaved } from '#core/unsaved/unsaved.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { fullPathOf, type Tab } from './tabs.ts';

interface TabItemProps {
  readonly tab: Tab;
  readonly active: boolean;
  readonly menu: MenuProps;
  readonly onClose: () => void;
}

const middleButton = 1;

export function TabItem({ tab, active, menu, onClose }: TabItemProps) {
  const { t } = useTranslation();
  const title = routeText(t, tab.title);
  const unsaved = useIsUnsaved(tab.path);
  const closeByMiddle = (event: MouseEvent) => {
    if (event.button !== middleButton) return;
    // Prevents the browser from opening the link in a new tab.
    event.preventDefault();
    if (!tab.affix) onClose();
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && !tab.affix) onClose();
  };
  return (
    <MenuDropdown trigger={['contextMenu']} menu={menu} styles={{ root: { minWidth: 105 } }}>
      <li className="tab" data-active={active || undefined} onAuxClick={closeByMiddle}>
        <Link to={fullPathOf(tab)} aria-current={active ? 'page' : undefined} onKeyDown={closeByKey}>
          {title}
          {unsaved && <span className="tab-unsaved" role="img" aria-label={t('unsaved.mark')} />}
        </Link>
        {!tab.affix && (
          <button type="button" aria-label={t('layout.closeTab', { title })} onClick={onClose}>
            <CloseOutlined />
          </button>
        )}
      </li>
    </MenuDropdown>
  );
}
