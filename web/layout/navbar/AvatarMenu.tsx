import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut, useSession } from '../../core/session/session.ts';
import { mayLose } from '../../core/session/unsaved.ts';
import { MenuDropdown } from '../../ui/MenuDropdown.tsx';

export function AvatarMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = useSession((session) => session.name);
  return (
    <MenuDropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'profile', icon: <UserOutlined />, label: t('navbar.profile') },
          { type: 'divider' },
          { key: 'logOut', icon: <LogoutOutlined />, label: t('navbar.logOut') },
        ],
        onClick: ({ key }) => void (key === 'logOut' ? leave() : navigate('/profile/index')),
      }}
    >
      <button type="button" className="navbar-avatar" aria-label={t('navbar.account', { name })}>
        <span className="avatar" aria-hidden="true">
          {initialOf(name)}
        </span>
        <span className="navbar-name">{name}</span>
        <DownOutlined />
      </button>
    </MenuDropdown>
  );
}

async function leave(): Promise<void> {
  if (await mayLose()) await signOut();
}

const initialOf = (name: string): string => ([...name][0] ?? '·').toUpperCase();
