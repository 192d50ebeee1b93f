/** Whether a row may be used; what is in use is disabled, not deleted. */
export type Status = 'enabled' | 'disabled';
