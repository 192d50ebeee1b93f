import { FontSizeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { notify } from '../../core/notices/notices.ts';
import { type Size, setSize, sizes, useSize } from '../../core/preferences/size.ts';
import { MenuDropdown } from '../../ui/MenuDropdown.tsx';

export function SizeMenu() {
  const { t } = useTranslation();
  const size = useSize((state) => state.size);
  const choose = (key: string) => {
    setSize(key as Size);
    notify.success(t('size.switched'));
  };
  return (
    <MenuDropdown
      trigger={['click']}
      menu={{
        items: sizes.map((key) => ({ key, label: t(`size.${key}`), disabled: key === size })),
        onClick: ({ key }) => choose(key),
      }}
    >
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
