import type { EpcisEvent } from '#epcis/model/event.ts';
import type { Position } from './position.ts';

/** An event with where it stands in the order of its query. */
export interface PlacedEvent {
  readonly at: Position;
  readonly event: EpcisEvent;
}

/** What a source has after a position. */
export interface Found {
  /** In the order of the query. */
  readonly events: readonly PlacedEvent[];
  /** There is nothing else. */
  readonly isWhole: boolean;
  /** How far it has looked, if it gave up before it had found enough. */
  readonly lookedTo?: Position;
}

/** Where events of a query come from. */
export interface EventSource {
  /** The first `most` events after a position, or from the beginning. */
  from(after: Position | undefined, most: number): Promise<Found>;
}
