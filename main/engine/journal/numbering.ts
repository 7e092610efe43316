import { dominicanDay } from '#shared/rules/dominican-time.ts';

/**
 * Renders a number template (`{yyyy}`, `{yy}`, `{mm}`, one `{seq}` or `{seq:N}`) up to its sequence. The
 * date is the insurer's: by the calendar of Santo Domingo.
 */
export function renderTemplate(template: string, at: number): NumberForm {
  const { year, month } = calendarMonth(at);
  const rendered = template
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(2))
    .replaceAll('{mm}', month);
  const match = /(.*)\{seq(?::([1-9]))?\}(.*)/s.exec(rendered);
  if (match === null) throw new Error(`The number template ${template} has no {seq}.`);
  const [, before = '', width = '1', after = ''] = match;
  return {
    sequence: `${before}{seq}${after}`,
    numberOf: (position) => `${before}${String(position).padStart(Number(width), '0')}${after}`,
  };
}

export interface NumberForm {
  /**
   * Name of the sequence: the text around the place of `{seq}`. So a changed template or a new year begins
   * a new sequence, and two kinds of one template share theirs, since their numbers would be the same.
   */
  sequence: string;
  numberOf(position: number): string;
}

function calendarMonth(at: number): { year: string; month: string } {
  const day = dominicanDay(at);
  return { year: day.slice(0, 4), month: day.slice(5, 7) };
}

/** `renderTemplate` for the same template and minute again and again, as when orders arrive. */
export function createNumbering(): (template: string, at: number) => NumberForm {
  const forms = new Map<string, { minute: number; form: NumberForm }>();
  return (template, at) => {
    const minute = Math.floor(at / 60_000);
    const known = forms.get(template);
    if (known !== undefined && known.minute === minute) return known.form;
    if (forms.size > 16) forms.clear();
    const form = renderTemplate(template, at);
    forms.set(template, { minute, form });
    return form;
  };
}
