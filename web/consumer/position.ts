/**
 * Shows the button that adds the position of the phone to the reported place of purchase. The position is requested only when
 * the button is pressed.
 */
export function offerPosition(): void {
  const button = document.querySelector<HTMLButtonElement>('.position');
  const form = button?.form;
  if (!button || !form || !('geolocation' in navigator) || !isSecureContext) return;
  button.hidden = false;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  button.addEventListener('click', () => {
    button.disabled = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // Rounded before sending, because the server stores no more digits.
        field('latitude').value = coords.latitude.toFixed(2);
        field('longitude').value = coords.longitude.toFixed(2);
        button.textContent = button.dataset.done ?? '';
      },
      () => {
        button.textContent = button.dataset.failed ?? '';
        button.disabled = false;
      },
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
}
