/** How the place of photos and papers is written, for whoever reads the command line; nothing else of the engine is loaded with it. */
export { ContentPlaceProblem, placeAddressOf } from './attachments/place/address.ts';
