import { FileProtectOutlined } from '@ant-design/icons';
import { authorityFitting, type KnownSubject } from '@suyuan/contract/report/authority-file.ts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { mayCall, useCan } from '#core/session/allowed.tsx';

const AuthorityDialog = later(() => import('./AuthorityDialog.tsx'));

/** Opens the files for authorities and customers, for the record of the screen or for one that the person looks up. */
export function AuthorityButton({ known = [] }: { readonly known?: readonly KnownSubject[] }) {
  const { t } = useTranslation();
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!mayCall(can, authorityFitting)) return null;
  return (
    <>
      <Button icon={<FileProtectOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {t('authority.button')}
      </Button>
      {open && (
        <Suspense>
          <AuthorityDialog known={known} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
