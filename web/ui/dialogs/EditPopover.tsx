import { Popover, type PopoverProps } from 'antd';
import type { ReactNode } from 'react';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';

interface EditPopoverProps extends Pick<PopoverProps, 'placement'> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly content: ReactNode;
  /** The element that it is attached to. */
  readonly children: ReactNode;
}

/** A small dialog beside its button. Its content is mounted anew at each opening, and it asks before unsaved input is lost. */
export function EditPopover({ onOpenChange, content, ...popover }: EditPopoverProps) {
  const scope = useUnsavedScope();
  const change = async (open: boolean) => {
    if (open || (await scope.mayGo())) onOpenChange(open);
  };
  return (
    <Popover
      trigger="click"
      destroyOnHidden
      {...popover}
      onOpenChange={(open) => void change(open)}
      content={<InScope scope={scope}>{content}</InScope>}
    />
  );
}
