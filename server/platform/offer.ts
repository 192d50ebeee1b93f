/** What one branch does for others: given when it is served, taken when they are called. */
export class Offer<Service> {
  #service: Service | undefined;

  give(service: Service): void {
    this.#service = service;
  }

  take(): Service {
    if (this.#service === undefined) throw new Error('nobody has given what is taken here');
    return this.#service;
  }
}
