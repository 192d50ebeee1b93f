import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';

interface DeskDialogProps {
  readonly title: ReactNode;
  readonly width: number;
  /** The label of its only button; "close" by default. */
  readonly closeText?: string;
  /** Whether a scanner types in it: then neither Escape nor a click on the mask closes the dialog. */
  readonly scans?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog for repeated work, with a button to close it. It asks before unsaved input is lost. */
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
