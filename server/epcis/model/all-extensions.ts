import type { EpcisEvent } from './event.ts';
import type { ExtensionField } from './extension.ts';

/** All extensions of an event, at every level. */
export function allExtensions(event: EpcisEvent): ExtensionField[] {
  const { readPoint, bizLocation, errorDeclaration, sensorElementList = [] } = event;
  return [
    ...event.extensions,
    ...(event.ilmd ?? []),
    ...[readPoint, bizLocation, errorDeclaration].flatMap((one) => one?.extensions ?? []),
    ...sensorElementList.flatMap(({ sensorMetadata, sensorReport, extensions }) => [
      ...extensions,
      ...[...(sensorMetadata ? [sensorMetadata] : []), ...sensorReport].flatMap((one) => one.extensions),
    ]),
  ];
}
