import { Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
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
  /** Returns to the input; replaces the cancel button. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
  /** Further buttons, between cancel and OK. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** A dialog with inputs. It opens with the focus in its first field, and asks before unsaved input is lost. */
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
