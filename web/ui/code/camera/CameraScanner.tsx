import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type CameraFailure, film } from './film.ts';

/**
 * Reads codes with the camera while it is mounted. A code that is read repeatedly is reported once, until another one is read.
 */
export default function CameraScanner({ onCode }: { readonly onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  const [failure, setFailure] = useState<CameraFailure>();
  useEffect(() => {
    if (!video.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    let last: string | undefined;
    const onText = (code: string) => {
      if (code === last) return;
      last = code;
      latestOnCode.current(code);
    };
    void film(video.current, { signal, onText }).then((problem) => {
      if (!signal.aborted) setFailure(problem);
    });
    return () => controller.abort();
  }, []);
  return failure ? (
    <Alert type="warning" showIcon title={t(`codeInput.${failure}`)} />
  ) : (
    <video ref={video} muted playsInline aria-label={t('codeInput.camera')} style={{ width: '100%', maxWidth: 420 }} />
  );
}
