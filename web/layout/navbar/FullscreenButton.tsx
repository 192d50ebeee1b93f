import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useFullscreen } from './useFullscreen.ts';

/** On a narrow screen the menu of the account has it. */
export function FullscreenButton() {
  const { full, label, toggle } = useFullscreen();
  return (
    <button type="button" className="navbar-button navbar-wide-only" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}
