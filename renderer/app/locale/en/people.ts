import type { people as esPeople } from '../es/people.ts';
import type { Translated } from '../translated.ts';

/** Who works here: sign-in, lock, accounts and roles. */
export const people: Translated<typeof esPeople> = {
  unnamed: 'No name yet',
  role: {
    reader: 'Reader',
    adjuster: 'Adjuster',
    supervisor: 'Supervisor',
    administrator: 'Administrator',
  },
  needs: {
    title: 'Somebody else does this',
    reader: 'This needs an account to be signed in.',
    adjuster: 'Your role only reads. Ask an adjuster, a supervisor or an administrator.',
    supervisor: 'Your role does not allow this. Ask a supervisor or an administrator.',
    administrator: 'Your role does not allow this. Ask an administrator.',
  },
  entry: {
    title: 'Who are you?',
    locked: 'Screen locked',
    names: 'People',
    find: 'Find by name',
    noneFound: 'Nobody has this name.',
    notYet: 'no password yet',
    secret: 'Password or PIN',
    enter: 'Sign in',
    unlock: 'Unlock',
    other: 'Sign in as somebody else',
    cancel: 'Go on as before',
    wrong: 'That is not the password or PIN. Type it again.',
    tooMany_one: 'Too many wrong tries. Wait {{count}} second.',
    tooMany_other: 'Too many wrong tries. Wait {{count}} seconds.',
    needsSecret: 'This account has no password yet. An administrator sets one in Settings, People.',
    loses: 'What {{name}} typed and did not save is lost if somebody else signs in.',
  },
  menu: {
    lock: 'Lock screen',
    settings: 'People and roles',
    signOut: 'Sign out',
    switch: 'Switch to',
    switchTo: 'Switch to {{name}}',
    more: 'Somebody else…',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'You typed something that was not saved or sent. It is lost if you leave now.',
    leave: 'Leave without saving',
  },
};
