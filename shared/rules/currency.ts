/**
 * ISO 4217's codes, list one, with those that were withdrawn within the ten years for which fiscal records are kept (the
 * second list). `Intl` has another list: it depends on the machine's ICU, lacks what is new and has no funds. XTS and XXX
 * stand for no currency.
 */
const codes = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF
  CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
  IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
  MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
  SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS
  VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG
  ANG BGN BYR CUC HRK MRO SLL STD VEF ZWL`.split(/\s+/),
);

/** How people write pesos and dollars where a code belongs. */
const notations: Readonly<Record<string, string>> = { RD$: 'DOP', RD: 'DOP', US$: 'USD' };

/**
 * The ISO 4217 code that a document's currency stands for. Orders carry none and count as pesos, and so does a document
 * that says nothing. Anything else stays as it came, in capitals: ask `isCurrencyCode`.
 */
export function currencyCode(text: string | null): string {
  const code = (text ?? '').trim().toUpperCase();
  if (code === '') return 'DOP';
  return Object.hasOwn(notations, code) ? (notations[code] ?? code) : code;
}

/** Whether `currencyCode` gave a code of ISO 4217. */
export const isCurrencyCode = (code: string): boolean => codes.has(code);
