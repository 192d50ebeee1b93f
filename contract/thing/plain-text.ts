/** The characters that a text field takes: letters, digits and _ - ~ ` . @ # $ ^ & * ( ) + ￥. */
export const plainTextPattern = '^[A-Za-z0-9_\\-~`.@#$^&*()+￥]*$';
