import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { numberTemplate, receiverSettings, settings, settingsChanges } from '#shared/contract/settings.ts';
import {
  type AttachmentsDraft,
  addressFault,
  attachmentLimits,
  attachmentsChanges,
  attachmentsDraft,
  boundsOf,
  isIpAddress,
  isLoopback,
  numberPreview,
  type ReceiverDraft,
  receiverChanges,
  receiverDraft,
  rncForm,
  templateFault,
  wholeNumber,
} from '../../../renderer/settings/validation.ts';

describe('the form of an RNC', () => {
  it.each([
    ['101010632', 'right'],
    ['1-01-01063-2', 'right'],
    ['101010633', 'check'],
    ['', 'empty'],
    ['12345', 'length'],
    ['1010106321', 'length'],
    ['A01010632', 'length'],
    ['00113918205', 'right'],
    ['00113918204', 'check'],
  ])('%s: %s', (text, expected) => {
    expect(rncForm(text)).toBe(expected);
  });

  it('lets one check digit in ten pass for each body, as the rule has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (body) => {
        const start = String(body).padStart(8, '0');
        const right = [...'0123456789'].filter((digit) => rncForm(`${start}${digit}`) === 'right');
        return right.length === 1 && right[0] !== '0';
      }),
    );
  });
});

describe('number templates', () => {
  const part = fc.constantFrom(
    'OC',
    '-',
    '{yyyy}',
    '{yy}',
    '{mm}',
    '{seq}',
    '{seq:6}',
    '{seq:0}',
    '{x}',
    '1',
    '{',
    '}',
    ' ',
    '\t',
    '\n',
  );
  it('are right on the screen where they are right in the contract', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
        const template = parts.join('');
        expect(templateFault(template) === null, template).toBe(numberTemplate.safeParse(template).success);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['OC-{yyyy}-{seq:6}', null],
    ['OC', 'length'],
    ['OC-{yyyy}', 'seq'],
    ['OC-{x}-{seq}', 'placeholder'],
    ['OC1{seq}', 'apart'],
    ['OC\t-{seq}', 'unseen'],
    ['OC-{seq}-\u202e1', 'unseen'],
  ])('of which one is %j have this wrong: %s', (template, fault) => {
    expect(templateFault(template)).toBe(fault);
  });

  it('show what a number will look like', () => {
    const on = new Date('2026-09-01T04:00:00Z');
    expect(numberPreview('OC-{yyyy}-{seq:6}', 124, on)).toBe('OC-2026-000124');
    expect(numberPreview('{yy}{mm}/{seq}', 7, on)).toBe('2609/7');
    expect(numberPreview('A-{seq:2}', 12345, on)).toBe('A-12345');
  });
});

describe('the receiver as it is typed', () => {
  it.each(['127.0.0.1', '0.0.0.0', '192.168.1.20', '::1', '::', 'fe80::1'])('takes %s', (address) => {
    expect(isIpAddress(address)).toBe(true);
    expect(receiverSettings.shape.address.safeParse(address).success).toBe(true);
  });

  it.each(['', 'localhost', '127.0.0', '256.1.1.1', '1.2.3.4.5', '01.2.3.4'])(
    'does not take "%s"',
    (address) => {
      expect(isIpAddress(address)).toBe(false);
    },
  );

  it('knows which addresses only this machine reaches', () => {
    expect(['127.0.0.1', '127.1.2.3', '::1'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '192.168.1.2'].some(isLoopback)).toBe(false);
  });

  it('reads whole numbers within their bounds', () => {
    expect(wholeNumber(' 8650 ')).toBe(8650);
    for (const text of ['', '-1', '1.5', '65536', '0x10', '1e3'])
      expect(receiverSettings.shape.port.safeParse(wholeNumber(text)).success, text).toBe(false);
  });

  it('becomes settings only where every field is right', () => {
    const receiver = { address: '127.0.0.1', port: 8650, holdSeconds: 8 };
    const taken = (draft: ReceiverDraft) => settingsChanges.safeParse(receiverChanges(draft)).data ?? null;
    expect(taken(receiverDraft(receiver))).toEqual({ receiver });
    expect(taken({ address: 'x', port: '8650', hold: '8' })).toBeNull();
    expect(taken({ address: '127.0.0.1', port: '8650', hold: '91' })).toBeNull();
  });
});

describe('the limits of downloads as they are typed', () => {
  const { shape } = settings.shape.attachments;
  const saved = {
    maximumMegabytes: 50,
    maximumSeconds: 120,
    maximumPerRecord: 200,
    perHost: 4,
    sendPlatformKey: false,
  };
  const taken = (draft: AttachmentsDraft) =>
    settingsChanges.safeParse(attachmentsChanges(draft)).data ?? null;

  it.each(attachmentLimits)('%s has the bounds of the contract', (name) => {
    const { from, to } = boundsOf(name);
    const results = [from - 1, from, to, to + 1].map((value) => shape[name].safeParse(value).success);
    expect(results).toEqual([false, true, true, false]);
  });

  it('comes back as it was', () => {
    expect(taken(attachmentsDraft(saved))).toEqual({ attachments: saved });
  });

  it.each(['', '0', '-1', '1.5', '1e3', '99999', 'diez'])('takes no "%s" for a limit', (text) => {
    for (const name of attachmentLimits)
      expect(taken({ ...attachmentsDraft(saved), [name]: text })).toBeNull();
  });
});

test.each([
  ['', false, null],
  ['   ', false, null],
  ['https://plataforma.prueba.example', false, null],
  ['https://plataforma.prueba.example:8443/base/', false, null],
  [' https://plataforma.prueba.example ', false, null],
  ['http://plataforma.prueba.example', false, 'http'],
  ['http://plataforma.prueba.example', true, null],
  ['http://127.0.0.1:9000', true, null],
  ['plataforma.prueba.example', false, 'form'],
  ['ftp://plataforma.prueba.example', true, 'form'],
  ['https://', false, 'form'],
  ['https://alguien:secreto@plataforma.prueba.example', false, 'form'],
  ['javascript:alert(1)', true, 'form'],
] as const)('%j with http %s: %s', (baseUrl, allowHttp, fault) => {
  expect(addressFault({ baseUrl, allowHttp })).toBe(fault);
});
