/** Builds the console and the consumer's page, unless what is there is of the same sources. */
export function buildWeb(): Promise<void>;
