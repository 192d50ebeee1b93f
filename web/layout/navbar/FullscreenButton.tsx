import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { useFullscreen } from './useFullscreen.ts';

/** Hidden on narrow screens, where the account menu has it. */
export function FullscreenButton() {
  const { full, label, toggle } = useFullscreen();
  return (
    <button type="button" className="navbar-button navbar-wide-only" aria-label={label} title={label} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  );
}
