import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { film } from '#ui/code/camera/film.ts';

interface CameraProps {
  readonly onScan: (text: string) => void;
}

/** How long the same symbol in front of the camera is one scan, in milliseconds since it was last seen. */
const oneScan = 1500;

/** Reads symbols as long as it is shown, one after the other without a tap. */
export default function Camera({ onScan }: CameraProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [hasFailed, setFailed] = useState(false);
  const [hasTorch, setTorch] = useState(false);
  const tell = useEffectEvent(onScan);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let last = { text: '', at: 0 };
    const onText = (text: string) => {
      const isSame = text === last.text && performance.now() - last.at < oneScan;
      last = { text, at: performance.now() };
      if (!isSame) tell(text);
    };
    const onCamera = (camera: MediaStream) => setTrack(camera.getVideoTracks()[0]);
    void film(video.current as HTMLVideoElement, { signal, onText, onCamera }).then((problem) => {
      if (!signal.aborted) setFailed(problem !== undefined);
    });
    return () => controller.abort();
  }, []);
  // Not part of the types of the DOM: Chromium on Android has it.
  const canLight = (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
  const light = () => {
    setTorch(!hasTorch);
    void track?.applyConstraints({ advanced: [{ torch: !hasTorch } as MediaTrackConstraintSet] });
  };
  if (hasFailed) return <p className="hint hint-wrong">{t('handheld.noCamera')}</p>;
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label={t('handheld.cameraPicture')} />
      {canLight && (
        <button type="button" aria-pressed={hasTorch} onClick={light}>
          {t('handheld.torch')}
        </button>
      )}
    </div>
  );
}
