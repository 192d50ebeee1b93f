/** What a script can add to the consumer page: copying the code, and scanning another one with the camera. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: new (options: { formats: string[] }) => Detector;

const code = document.querySelector<HTMLElement>('code[data-code]');
const form = document.querySelector<HTMLFormElement>('form[role=search]');

if (code) {
  code.tabIndex = 0;
  code.style.cursor = 'copy';
  const copy = () => void navigator.clipboard?.writeText(code.dataset.code ?? '');
  code.addEventListener('click', copy);
}

if (form && 'BarcodeDetector' in window && navigator.mediaDevices) addCameraButton(form);

function addCameraButton(within: HTMLFormElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = '📷';
  button.setAttribute('aria-label', within.querySelector('label')?.textContent ?? 'camera');
  button.addEventListener('click', () => void scanInto(within, button));
  within.append(button);
}

async function scanInto(within: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const camera = await navigator.mediaDevices
    .getUserMedia({ video: { facingMode: 'environment' } })
    .catch(() => undefined);
  if (!camera) {
    button.remove();
    return;
  }
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.style.cssText = 'flex:1 0 100%;width:100%;border-radius:12px';
  video.srcObject = camera;
  within.append(video);
  await video.play();
  const detector = new BarcodeDetector({ formats: ['qr_code', 'data_matrix', 'code_128'] });
  const look = async (): Promise<void> => {
    const [found] = await detector.detect(video).catch(() => []);
    if (!found) {
      requestAnimationFrame(() => void look());
      return;
    }
    for (const track of camera.getTracks()) track.stop();
    const input = within.querySelector('input');
    if (input) input.value = found.rawValue;
    within.requestSubmit();
  };
  void look();
}
