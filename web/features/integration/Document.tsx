import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { copyText } from '#core/copyText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { saveFile } from '#ui/csv.ts';
import './document.css';

interface DocumentProps {
  readonly title: string;
  readonly text: string;
  /** What it is saved as; without a name it can only be copied. */
  readonly file?: { readonly name: string; readonly type: string };
}

/** A text that programs read, to look at, to copy and to save. */
export function Document({ title, text, file }: DocumentProps) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(text).then(
      () => notify.success(t('integration.copied')),
      () => notify.error(t('devicekey.copyFailed')),
    );
  return (
    <section className="document" aria-label={title}>
      <div className="document-head">
        <h3>{title}</h3>
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('code.copyText')}
        </Button>
        {file && (
          <Button
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => saveFile(file.name, new Blob([text], { type: file.type }))}
          >
            {t('button.download')}
          </Button>
        )}
      </div>
      {/* It can be scrolled with the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part has to take the focus */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}
