import { CopyOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import '../ui.css';

interface CodeTextProps {
  readonly code: string;
  /** The screen that the link opens with the code: what the code is, the packages around it, or all that is known of it. */
  readonly to?: keyof typeof parameterOf;
}

const parameterOf = { rulenews: 'codes', relevance: 'code', informationinquiry: 'code' } as const;

/** A code in monospace, with a button to copy it, and a link for those who may look it up. */
export function CodeText({ code, to = 'rulenews' }: CodeTextProps) {
  const { t } = useTranslation();
  const address = useAddresses()(to, `${new URLSearchParams({ [parameterOf[to]]: code })}`);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    notify.success(t('code.copied'));
  };
  return (
    <span className="code-text">
      {address ? <Link to={address}>{code}</Link> : code}
      <button type="button" className="icon-button" aria-label={t('code.copy', { code })} onClick={() => void copy()}>
        <CopyOutlined aria-hidden />
      </button>
    </span>
  );
}
