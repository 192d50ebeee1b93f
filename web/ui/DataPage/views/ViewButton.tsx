import { EyeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { EditPopover } from '../../dialogs/EditPopover.tsx';
import type { ViewsProps } from './Views.tsx';

const Views = later(() => import('./Views.tsx'));

/** The button for saved views. */
export function ViewButton(props: ViewsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <EditPopover
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense>
          <Views {...props} onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button icon={<EyeOutlined aria-hidden />} aria-haspopup="dialog" aria-expanded={open}>
        {props.shown.view?.view_name ?? t('datapage.views')}
      </Button>
    </EditPopover>
  );
}
