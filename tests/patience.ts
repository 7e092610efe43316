/** How long a condition is waited for, in milliseconds: a limit for a machine that is busy with other things. */
export const patience = { timeout: 60_000 };
