import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';

interface DeskDialogProps {
  readonly title: ReactNode;
  readonly width: number;
  /** What its one button says; that it closes, where it is not said. */
  readonly closeText?: string;
  /** A scanner types in it: neither one of its keys nor a press beside the dialog closes it. */
  readonly scans?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog in which something is done as often as there is more of it. It asks before what was not done yet goes. */
export function DeskDialog({ title, width, closeText, scans = false, onClose, children }: DeskDialogProps) {
  const { t } = useTranslation();
  const scope = useUnsavedScope();
  const close = async () => {
    if (await scope.mayGo()) onClose();
  };
  return (
    <Modal
      open
      title={title}
      width={width}
      footer={<Button onClick={() => void close()}>{closeText ?? t('layout.close')}</Button>}
      onCancel={() => void close()}
      mask={{ closable: !scans }}
      keyboard={!scans}
    >
      <InScope scope={scope}>{children}</InScope>
    </Modal>
  );
}
