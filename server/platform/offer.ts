/** A service that one module provides to others (late binding): provided at the start, taken when a call needs it. */
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
