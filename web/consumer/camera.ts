interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector: {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

const symbologies = ['qr_code', 'data_matrix', 'code_128'];
const pause = 120;

/** Shows the camera button if the browser can read symbols; a reader of our own would be larger than the page. */
export function offerCamera(): void {
  const button = document.querySelector<HTMLButtonElement>('.camera');
  const form = button?.closest('form');
  if (!button || !form || !('BarcodeDetector' in window) || !navigator.mediaDevices) return;
  BarcodeDetector.getSupportedFormats().then(
    (supportedFormats) => {
      const formats = symbologies.filter((format) => supportedFormats.includes(format));
      if (formats.length === 0) return;
      const detector = new BarcodeDetector({ formats });
      button.hidden = false;
      let stop: (() => void) | undefined;
      button.addEventListener('click', () => {
        if (stop) stop = void stop();
        else stop = read(form, button, detector);
      });
    },
    () => undefined,
  );
}

/** Reads camera frames until a symbol is found, and submits its text. Returns a function that stops it. */
function read(form: HTMLFormElement, button: HTMLButtonElement, detector: Detector): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  form.append(video);
  let camera: MediaStream | undefined;
  let over = false;
  const stop = () => {
    over = true;
    for (const track of camera?.getTracks() ?? []) track.stop();
    video.remove();
  };
  const look = async (): Promise<void> => {
    while (!over) {
      const [symbol] = await detector.detect(video).catch(() => []);
      if (symbol && !over) return ask(form, symbol.rawValue, stop);
      await new Promise((resume) => setTimeout(resume, pause));
    }
  };
  navigator.mediaDevices
    .getUserMedia({ video: { facingMode: 'environment' } })
    .then(async (stream) => {
      camera = stream;
      if (over) return stop();
      video.srcObject = stream;
      await video.play();
      await look();
    })
    .catch(() => {
      stop();
      const hint = document.querySelector('#hint');
      if (hint) hint.textContent = button.dataset.failed ?? '';
      button.hidden = true;
    });
  return stop;
}

/** Submits without validation, because whatever is in a symbol deserves an answer. */
function ask(form: HTMLFormElement, text: string, stop: () => void): void {
  stop();
  const input = form.querySelector('input');
  if (input) input.value = text;
  form.submit();
}
