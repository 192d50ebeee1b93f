import { customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '#ui/code/CodeField.tsx';
import { textLimit } from '#ui/limits.ts';

/** Input for one code, by keyboard, scanner or camera. */
export function OneCode({ label, onAsk }: { readonly label: string; readonly onAsk: (code: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  return (
    <CodeField
      label={label}
      placeholder={t('customerinquire.placeholder')}
      value={typed}
      {...textLimit(customerInquire, 'code')}
      allowClear
      onChange={setTyped}
      onCode={onAsk}
    >
      <Button type="primary" disabled={typed.trim() === ''} onClick={() => onAsk(typed.trim())}>
        {t('codeInput.submit')}
      </Button>
    </CodeField>
  );
}
