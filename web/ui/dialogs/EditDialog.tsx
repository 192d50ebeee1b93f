import { Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { focusFirstField } from '../edit/firstField.ts';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';

interface EditDialogProps {
  readonly title: ReactNode;
  readonly okText: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly busy?: boolean;
  readonly width?: number;
  readonly onOk: () => void;
  /** What leads back to what was entered, where cancelling would mean that. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
  /** Other buttons, between the two that every dialog has. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A dialog that something is entered in. It begins in its first field, and asks before what was entered goes, however it is
 * closed.
 */
export function EditDialog(props: EditDialogProps) {
  const { title, okText, danger = false, disabled = false, busy = false, width = 560, more, children } = props;
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const scope = useUnsavedScope();
  const close = async () => {
    if (await scope.mayGo()) props.onClose();
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={t(props.onBack ? 'edit.back' : 'datapage.cancel')}
      okButtonProps={{ danger, disabled }}
      {...(props.onBack ? { cancelButtonProps: { onClick: props.onBack } } : {})}
      confirmLoading={busy}
      onOk={props.onOk}
      onCancel={() => void close()}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(body.current)}
      width={width}
      styles={{ body: { maxHeight: '70vh', overflowY: 'auto', paddingInline: 4 } }}
      {...(more
        ? {
            footer: (_: ReactNode, { OkBtn, CancelBtn }: { OkBtn: React.FC; CancelBtn: React.FC }) => (
              <>
                <CancelBtn />
                {more}
                <OkBtn />
              </>
            ),
          }
        : {})}
    >
      <div ref={body}>
        <InScope scope={scope}>{children}</InScope>
      </div>
    </Modal>
  );
}
