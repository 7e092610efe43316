/** What the page, the preload and the desktop say to each other to join one message port. */

/** The page posts this to its own window to ask for a port. */
export const portWanted = 'perito:port-wanted';
/** The preload posts this back, with the port. */
export const portMessage = 'perito:port';
/** The channel on which the preload hands the other end to the desktop. */
export const portChannel = 'perito:port';
