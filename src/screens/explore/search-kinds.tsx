import { Chips } from '../../design/chips.tsx';
import { beyondTexts } from '../../components/beyond/beyond-texts.ts';

const kinds = ['all', 'tracks', 'artists'] as const;
export type SearchKind = (typeof kinds)[number];

const choices = kinds.map((value) => ({ value, label: beyondTexts.kinds[value] }));

interface SearchKindsProps {
  value: SearchKind;
  onChange: (kind: SearchKind) => void;
}

export function SearchKinds(props: SearchKindsProps) {
  return <Chips label={beyondTexts.kind} choices={choices} {...props} />;
}
