import { FontSizeOutlined } from '@ant-design/icons';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { useSizes } from './useSizes.ts';

/** Hidden on narrow screens, where the account menu has the sizes. */
export function SizeMenu() {
  const { t } = useTranslation();
  const { items, choose } = useSizes();
  return (
    <MenuDropdown trigger={['click']} menu={{ items, onClick: ({ key }) => choose(key) }}>
      <button
        type="button"
        className="navbar-button navbar-wide-only"
        aria-label={t('size.choose')}
        title={t('size.choose')}
      >
        <FontSizeOutlined />
      </button>
    </MenuDropdown>
  );
}
