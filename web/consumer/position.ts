/** Shows the button that adds the phone's position to what is said of the place of purchase; asked for at a touch only. */
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
        // No more than is kept leaves the phone.
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
