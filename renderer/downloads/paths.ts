/** Where the downloads are shown. */
export const downloadsPath = '/downloads';
/** Where servers are decided about; beside the list where the window is wide enough. */
export const hostsPath = `${downloadsPath}/hosts`;
export const downloadPath = (id: number) => `${downloadsPath}/${id}`;
