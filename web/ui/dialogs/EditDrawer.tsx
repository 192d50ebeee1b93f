import { Button, Drawer } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { focusFirstField } from '../edit/firstField.ts';
import { InScope, useUnsavedScope } from '../edit/unsavedScope.tsx';
import '../edit/edit.css';

interface EditDrawerProps {
  readonly title: ReactNode;
  readonly size: number;
  readonly onClose: () => void;
  /** Saves everything at once; omitted if the parts are saved one by one. */
  readonly save?:
    | { readonly run: () => void; readonly busy: boolean; readonly disabled: boolean; readonly note?: ReactNode }
    | undefined;
  readonly children: ReactNode;
}

/** The same as `EditDialog` in a drawer, which has more room. */
export function EditDrawer({ title, size, onClose, save, children }: EditDrawerProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const scope = useUnsavedScope();
  const close = async () => {
    if (await scope.mayGo()) onClose();
  };
  return (
    <Drawer
      open
      title={title}
      size={size}
      onClose={() => void close()}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(body.current)}
      footer={
        save && (
          <div className="edit-buttons">
            <span className="edit-note">{save.note}</span>
            <Button onClick={() => void close()}>{t('datapage.cancel')}</Button>
            <Button type="primary" loading={save.busy} disabled={save.disabled} onClick={save.run}>
              {t('datapage.save')}
            </Button>
          </div>
        )
      }
    >
      <div ref={body}>
        <InScope scope={scope}>{children}</InScope>
      </div>
    </Drawer>
  );
}
