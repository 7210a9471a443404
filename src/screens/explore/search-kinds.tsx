import { Chips } from '../../design/chips.tsx';
import { exploreTexts } from './explore-texts.ts';

const kinds = ['all', 'tracks', 'artists'] as const;
export type SearchKind = (typeof kinds)[number];

const choices = kinds.map((value) => ({ value, label: exploreTexts.kinds[value] }));

interface SearchKindsProps {
  value: SearchKind;
  onChange: (kind: SearchKind) => void;
}

/** What a search shows. */
export function SearchKinds(props: SearchKindsProps) {
  return <Chips label={exploreTexts.kind} choices={choices} {...props} />;
}
