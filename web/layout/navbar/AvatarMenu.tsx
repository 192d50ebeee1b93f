import { DownOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut, useSession } from '../../session/session.ts';

export function AvatarMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = useSession((session) => session.name);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      menu={{
        items: [
          { key: 'profile', icon: <UserOutlined />, label: t('navbar.profile') },
          { type: 'divider' },
          { key: 'logOut', icon: <LogoutOutlined />, label: t('navbar.logOut') },
        ],
        onClick: ({ key }) => void (key === 'logOut' ? signOut() : navigate('/profile/index')),
      }}
    >
      <button type="button" className="navbar-avatar" aria-label={t('navbar.account', { name })}>
        <span className="avatar" aria-hidden="true">
          {initialOf(name)}
        </span>
        <span className="navbar-name">{name}</span>
        <DownOutlined />
      </button>
    </Dropdown>
  );
}

const initialOf = (name: string): string => ([...name][0] ?? '·').toUpperCase();
