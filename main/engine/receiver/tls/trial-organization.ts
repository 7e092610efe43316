/** By this name a certificate that was made here for trials is known again, wherever its file went. */
export const trialOrganization = 'Perito: certificado de prueba';
