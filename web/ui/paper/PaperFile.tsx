import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';

interface PaperFileProps {
  /** The name of the file that there is. */
  readonly name: string | null;
  readonly download: () => Promise<unknown>;
  /** What the button for another file says. */
  readonly title: string;
  readonly largest: number;
  /** Left out for people who may only read it. */
  readonly upload?: ((file: File) => Promise<unknown>) | undefined;
}

/** The scanned or signed paper of a record: downloaded, and replaced by another PDF or picture. */
export function PaperFile({ name, download, title, largest, upload }: PaperFileProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File | undefined) => {
    if (!file || !upload) return;
    if (file.size > largest) return notify.error(t('paper.tooLarge'));
    await upload(file);
    notify.success(t('datapage.saved'));
  };
  return (
    <>
      {name && (
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void download().catch(() => undefined)}>
          {name}
        </Button>
      )}
      {upload && (
        <>
          <input
            ref={input}
            type="file"
            accept="application/pdf,image/jpeg,image/png"
            style={{ display: 'none' }}
            aria-label={title}
            onChange={(event) => {
              void send(event.target.files?.[0]).catch(() => undefined);
              event.target.value = '';
            }}
          />
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
            {title}
          </Button>
        </>
      )}
    </>
  );
}
