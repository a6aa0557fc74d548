import { DIFFICULTIES, type Difficulty } from '@fifteen/rules';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '@/components/ui/SegmentedControl.tsx';

interface DifficultyControlProps {
  value: Difficulty;
  onChange: (difficulty: Difficulty) => void;
}

export function DifficultyControl({ value, onChange }: DifficultyControlProps) {
  const { t } = useTranslation();
  const options = DIFFICULTIES.map((each) => ({ value: each, label: t(`home.difficulty.${each}`) }));
  return (
    <SegmentedControl
      legend={t('home.difficulty.legend')}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}
