import { useSyncExternalStore } from 'react';

/** A small store that components subscribe to. */
export abstract class Store<State extends object> {
  #state: State;
  readonly #followers = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  readonly follow = (follower: () => void): (() => void) => {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  };

  protected set(state: State): void {
    this.#state = state;
    for (const tell of this.#followers) tell();
  }
}

export const useStore = <State extends object>(store: Store<State>): State =>
  useSyncExternalStore(store.follow, () => store.state);
