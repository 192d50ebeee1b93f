import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { notify } from '../../core/notices/notices.ts';
import { useCan } from '../../core/session/allowed.tsx';
import '../ui.css';

/** A code: in monospace, to copy, and a link to what it is for those who may look it up. */
export function CodeText({ code }: { code: string }) {
  const { t } = useTranslation();
  const can = useCan();
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    notify.success(t('code.copied'));
  };
  return (
    <span className="code-text">
      {can('rulenews') ? <Link to={`/home/tagging/rulenews?codes=${encodeURIComponent(code)}`}>{code}</Link> : code}
      <button type="button" className="icon-button" aria-label={t('code.copy', { code })} onClick={() => void copy()}>
        <CopyOutlined aria-hidden />
      </button>
    </span>
  );
}
