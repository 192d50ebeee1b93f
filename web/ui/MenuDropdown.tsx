import { Dropdown, type DropdownProps } from 'antd';
import { useRef } from 'react';

/**
 * antd's Dropdown for a menu that takes the focus. When it closes, the focus returns to the element that had it before, because
 * antd leaves it on the hidden menu.
 */
export function MenuDropdown({ onOpenChange, ...props }: DropdownProps) {
  const from = useRef<Element | null>(null);
  const changed: NonNullable<DropdownProps['onOpenChange']> = (open, info) => {
    const { activeElement } = document;
    if (open) from.current = activeElement;
    else if (from.current instanceof HTMLElement) {
      if (activeElement?.closest('.ant-dropdown')) from.current.focus();
      keepFocus(from.current);
    }
    onOpenChange?.(open, info);
  };
  return <Dropdown autoFocus {...props} onOpenChange={changed} />;
}

/**
 * antd moves the focus into the menu some frames after opening, even if it was closed meanwhile; so the focus is returned for
 * some frames.
 */
function keepFocus(from: HTMLElement, frames = 6): void {
  requestAnimationFrame(() => {
    if (document.activeElement?.closest('.ant-dropdown-hidden, .ant-dropdown[class*="-leave"]')) from.focus();
    if (frames > 0) keepFocus(from, frames - 1);
  });
}
