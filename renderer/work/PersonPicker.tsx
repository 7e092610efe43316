import { Check } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { PickerList } from '../components/PickerList.tsx';
import { Sheet } from '../components/Sheet.tsx';
import { useColleagues } from './colleagues.ts';

type Props = {
  /** What it opens at; null while it is closed. */
  anchor: HTMLElement | null;
  label: string;
  /** Whose it is now; null where it is nobody's. */
  value: number | null;
  onPick: (person: number | null) => void;
  onClose: () => void;
};

/** Chooses a person by typing a part of the name, or takes back what somebody has. */
export function PersonPicker({ anchor, label, ...props }: Props) {
  return (
    <Sheet
      open={anchor !== null}
      anchor={anchor}
      name={{ 'aria-label': label }}
      width={280}
      padding={2}
      onClose={props.onClose}
    >
      {anchor !== null && <People label={label} {...props} />}
    </Sheet>
  );
}

function People({ label, value, onPick, onClose }: Omit<Props, 'anchor'>) {
  const { t } = useI18n();
  const { assignable, me } = useColleagues();
  const [text, setText] = useState('');
  const nobody = { key: 'null', id: null, isOn: false, label: t('work.person.nobody') };
  const entries = [
    ...assignable.map(({ id, name }) => ({
      key: String(id),
      id,
      isOn: id === value,
      label: id === me ? t('work.person.me', { name }) : name,
    })),
    ...(value === null ? [] : [nobody]),
  ];
  return (
    <PickerList
      entries={entries}
      text={text}
      onText={setText}
      onChoose={({ id }) => {
        onClose();
        if (id !== value) onPick(id);
      }}
      onClose={onClose}
      placeholder={t('work.person.find')}
      label={label}
      nothing={t('work.person.none')}
      end={({ isOn }) => isOn && <Check size={14} aria-hidden />}
    />
  );
}
