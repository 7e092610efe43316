/** `EngineHost` as a contract, so that the engine's thread can call its shell over a message port. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { capability, keychainReport } from '#shared/contract/shell.ts';
import { fileExamination, fileToExamine } from './file-examination.ts';

const account = z.string().min(1).max(200);
const secretPlace = z.enum(['keychain', 'memory']);
const secretPurpose = z.enum(['receiverKey', 'platformKey']);

const onPage = z.object({ way: z.literal('page'), path: z.string(), validSeconds: z.int() });
const handingOver = z.discriminatedUnion('way', [
  z.object({ way: z.literal('clipboard'), clearedAfterSeconds: z.int() }),
  onPage,
]);
const collecting = z.discriminatedUnion('way', [
  z.object({ way: z.literal('clipboard'), secret: z.string(), clearedAfterSeconds: z.int() }),
  onPage,
]);

export const hostContract = {
  capabilities: oc.output(z.array(capability)),
  keychain: oc.output(keychainReport),
  keepSecret: oc.input(z.object({ account, secret: z.string() })).output(secretPlace),
  secretPlace: oc.input(z.object({ account })).output(secretPlace.nullable()),
  forgetSecret: oc.input(z.object({ account })),
  secret: oc.input(z.object({ account })).output(z.string().nullable()),
  handOver: oc.input(z.object({ account, label: z.string() })).output(handingOver.nullable()),
  examineFile: oc.input(fileToExamine).output(fileExamination),
  openSampleData: oc.output(z.string().nullable()),
  collect: oc
    .input(z.object({ ticket: z.string().min(1), label: z.string(), purpose: secretPurpose }))
    .output(collecting),
};
export type HostContract = typeof hostContract;
