/** Whether a flat row's text means yes. */
export const isYes = (text: string | undefined): boolean =>
  /^(true|1|x|y|yes|s|s[ií]|verdadero)$/i.test((text ?? '').trim());
