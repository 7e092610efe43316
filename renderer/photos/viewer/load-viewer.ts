/** The viewer is a file of its own; whoever shows photos small has it fetched before it is wanted. */
export const loadViewer = () => import('./PhotoCover.tsx');
