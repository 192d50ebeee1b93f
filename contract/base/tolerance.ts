import Type from 'typebox';

/** By how many per cent more than planned may be made. */
export const Tolerance = () => Type.Integer({ minimum: 0, maximum: 100 });
/** The tolerance of the enterprise's work orders before it has said one. */
export const defaultTolerance = 5;
