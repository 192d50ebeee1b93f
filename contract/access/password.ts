/** The password policy, the same in the form and on the server. */
export const passwordMinLength = 12;
