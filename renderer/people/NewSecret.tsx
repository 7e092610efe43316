import { useState } from 'react';
import { newSecret, officeSecretLength } from '#shared/contract/people.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { TextField, type TextFieldProps } from '../components/FormFields.tsx';

/** A password or PIN that is chosen, and typed twice; in an office a password alone. */
export function useNewSecret(isOffice: boolean) {
  const [secret, setSecret] = useState('');
  const [again, setAgain] = useState('');
  const isFit = newSecret.safeParse(secret).success && (!isOffice || secret.length >= officeSecretLength);
  const isSame = secret === again;
  return { isOffice, secret, setSecret, again, setAgain, isFit, isSame, isReady: isFit && isSame };
}

type Props = Pick<TextFieldProps, 'label' | 'autoFocus'> & {
  chosen: ReturnType<typeof useNewSecret>;
  /** What holds of both fields. */
  field: Pick<TextFieldProps, 'width' | 'inputProps'>;
};

/** Its two fields, which say what is wrong as it is typed. */
export function NewSecretFields({ chosen, field, ...first }: Props) {
  const { t } = useI18n();
  const { isOffice, secret, setSecret, again, setAgain, isFit, isSame } = chosen;
  const help = t(isOffice ? 'people.invitation.secretHelp' : 'people.settings.secretHelp');
  const shared = { type: 'password', maxLength: 200, ...field } as const;
  return (
    <>
      <TextField
        {...shared}
        {...first}
        value={secret}
        onChange={setSecret}
        helperText={help}
        error={secret !== '' && !isFit ? help : null}
      />
      <TextField
        {...shared}
        label={t('people.settings.again')}
        value={again}
        onChange={setAgain}
        error={again !== '' && !isSame ? t('people.settings.notSame') : null}
      />
    </>
  );
}
