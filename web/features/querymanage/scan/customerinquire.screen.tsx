import { customerInquire } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Empty, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { type Language, languageFacts, languages } from '#core/i18n/languages.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '#ui/code/CodeField.tsx';
import { RequestIdOf } from '#ui/failure/RequestIdOf.tsx';
import { textLimit } from '#ui/limits.ts';
import { Panel, PanelHead } from '#ui/Panel.tsx';
import '#ui/DataPage/dataPage.css';
import { PhoneFrame } from '../template/PhoneFrame.tsx';
import './customerInquire.css';

/** Shows the page that a consumer would get for a code, without counting a scan. */
export default function CustomerInquire() {
  const { t, i18n } = useTranslation();
  const [language, setLanguage] = useState(i18n.language as Language);
  const [code, setCode] = useState<string>();
  const look = useMutation({
    mutationFn: (input: { code: string; language: Language }) => call(customerInquire, input, { fieldErrors: true }),
  });
  const ask = (text: string) => {
    setCode(text);
    look.mutate({ code: text, language });
  };
  return (
    <div className="data-page customer-inquire">
      <Panel>
        <PanelHead title={t('menu.customerinquire')} />
        <OneCode label={t('customerinquire.code')} onAsk={ask} />
        <div className="customer-inquire-ask">
          <Segmented
            aria-label={t('scancode.language')}
            options={languages.map((value) => ({ value, label: languageFacts[value].name }))}
            value={language}
            onChange={(next) => {
              setLanguage(next);
              if (code !== undefined) look.mutate({ code, language: next });
            }}
          />
        </div>
        <Alert type="info" showIcon title={t('customerinquire.hint')} />
        {look.isError && (
          <Alert type="error" showIcon title={look.error.message} description={<RequestIdOf error={look.error} />} />
        )}
      </Panel>
      <section aria-label={t('customerinquire.page')} aria-busy={look.isPending}>
        {look.data || look.isPending ? (
          <PhoneFrame html={look.data?.html} title={t('customerinquire.page')} />
        ) : (
          <Panel>
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('customerinquire.empty')} />
          </Panel>
        )}
      </section>
    </div>
  );
}

/** Input for one code, by keyboard, scanner or camera. */
function OneCode({ label, onAsk }: { readonly label: string; readonly onAsk: (code: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <CodeField
      label={label}
      placeholder={t('customerinquire.placeholder')}
      value={text}
      {...textLimit(customerInquire, 'code')}
      allowClear
      onChange={setText}
      onCode={onAsk}
    >
      <Button type="primary" disabled={text.trim() === ''} onClick={() => onAsk(text.trim())}>
        {t('codeInput.submit')}
      </Button>
    </CodeField>
  );
}
