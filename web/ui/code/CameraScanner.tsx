import { Alert } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: string[] }) => Detector;

const formats = ['qr_code', 'data_matrix', 'code_128'];

/** Reads codes with the camera until it is taken away; each new code is told once. */
export default function CameraScanner({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const tell = useRef(onCode);
  tell.current = onCode;
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const player = video.current;
    if (!player) return;
    let stream: MediaStream | undefined;
    let gone = false;
    let last = '';
    const detector = new BarcodeDetector({ formats });
    const look = async () => {
      if (gone) return;
      const [found] = await detector.detect(player).catch(() => []);
      if (found && found.rawValue !== last) {
        last = found.rawValue;
        tell.current(last);
      }
      requestAnimationFrame(() => void look());
    };
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (camera) => {
        stream = camera;
        if (gone) return stop(camera);
        player.srcObject = camera;
        await player.play();
        void look();
      },
      () => setRefused(true),
    );
    return () => {
      gone = true;
      if (stream) stop(stream);
    };
  }, []);
  return refused ? (
    <Alert type="warning" showIcon title={t('codeInput.cameraRefused')} />
  ) : (
    <video ref={video} muted playsInline aria-label={t('codeInput.camera')} style={{ width: '100%', maxWidth: 420 }} />
  );
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
