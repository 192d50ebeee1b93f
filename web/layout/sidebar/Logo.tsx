import { appTitle } from '@suyuan/contract/app-title.ts';
import { Link } from 'react-router';

export function Logo() {
  return (
    <Link className="sidebar-logo" to="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M8 12V8h4M20 8h4v4M24 20v4h-4M12 24H8v-4M12 16.4l2.8 2.8L20.4 13" />
      </svg>
      <span>{appTitle}</span>
    </Link>
  );
}
