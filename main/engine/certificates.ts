/** Certificates of servers, for the shell's own: taken from their files, and anew where those change. */
export { createCertificateKeeper } from './receiver/tls/keeper.ts';
