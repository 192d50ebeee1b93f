/** A service that one module provides to others (late binding): provided at the start, got when a call needs it. */
export class LateBound<Service> {
  readonly #name: string;
  #service: Service | undefined;

  /** `name` identifies the service in the error if it is used too early. */
  constructor(name: string) {
    this.#name = name;
  }

  provide(service: Service): void {
    this.#service = service;
  }

  get(): Service {
    if (this.#service === undefined)
      throw new Error(`The service ${this.#name} was used before its module registered it`);
    return this.#service;
  }
}
