/**
 * Of the contract between a console and the engine behind it. It goes up by one with each change after which an older desktop program
 * and a newer office, or the other way round, would no longer understand each other: a procedure or field that is gone or renamed, an
 * input that is needed now, a screen that needs a procedure that was not there. An office tells it in a header of each answer.
 */
export const contractVersion = 1;

/** The header by which the console of an office tells its `contractVersion`. */
export const contractHeader = 'perito-contract';
