import type { ReceivedResource } from './received-resource.ts';

/** Interface, "IncidentReportModel". A report may have no parts and no services. */
export const incidentReports: ReceivedResource<'incidentReport'> = {
  kind: 'incidentReport',
  path: '/incidentReports',
  idName: 'incidentReportFormId',
  numberName: 'internalIncidentReportId',
  needsItems: false,
};
