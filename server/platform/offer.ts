/** What one branch does for others: provided when it is served, taken when they are called. */
export class Offer<Service> {
  #service: Service | undefined;

  provide(service: Service): void {
    this.#service = service;
  }

  take(): Service {
    if (this.#service === undefined) throw new Error('nobody has provided what is taken here');
    return this.#service;
  }
}
