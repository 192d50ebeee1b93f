import { DownOutlined, FullscreenOutlined, LogoutOutlined, ScanOutlined, UserOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { signOut, useSession } from '#core/session/session.ts';
import { mayLose } from '#core/unsaved/unsaved.ts';
import { Avatar } from '#ui/account/Avatar.tsx';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';
import { useFrame } from '../frame.ts';
import { useFullscreen } from './useFullscreen.ts';
import { useSizes } from './useSizes.ts';

type MenuItems = NonNullable<MenuProps['items']>;

export function AvatarMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = useSession((session) => session.name);
  const narrow = useFrame((frame) => frame.device === 'mobile');
  const fullscreen = useFullscreen();
  const sizes = useSizes();
  // Items for narrow screens: what has no room as a button there, and the program for handhelds, which a phone can be.
  const more: MenuItems = [
    { key: 'handheld', icon: <ScanOutlined />, label: t('login.handheld') },
    { key: 'fullscreen', icon: <FullscreenOutlined />, label: fullscreen.label },
    { key: 'sizes', type: 'group', label: t('size.choose'), children: sizes.items },
    { type: 'divider' },
  ];
  const run: Readonly<Record<string, () => unknown>> = {
    profile: () => navigate('/profile/index'),
    logOut: leave,
    handheld: async () => (await mayLose()) && location.assign(handheldPath),
    fullscreen: fullscreen.toggle,
  };
  return (
    <MenuDropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'profile', icon: <UserOutlined />, label: t('navbar.profile') },
          { type: 'divider' },
          ...(narrow ? more : []),
          { key: 'logOut', icon: <LogoutOutlined />, label: t('navbar.logOut') },
        ],
        onClick: ({ key }) => void (run[key] ?? (() => sizes.choose(key)))(),
      }}
    >
      <button type="button" className="navbar-avatar" aria-label={t('navbar.account', { name })}>
        <Avatar />
        <span className="navbar-name">{name}</span>
        <DownOutlined />
      </button>
    </MenuDropdown>
  );
}

/** The program for handhelds, which is a page of its own. */
const handheldPath = '/handheld/';

async function leave(): Promise<void> {
  if (await mayLose()) await signOut();
}
