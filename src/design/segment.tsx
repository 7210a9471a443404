import { useId } from 'react';
import { Flex, styled } from './styled.tsx';

interface SegmentProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  /** The surface below, which determines the background. */
  on?: 'panel' | 'page';
  /** Whether the choices share the whole width. */
  fills?: boolean;
}

export function Segment<T extends string>({ label, value, choices, onChange, on = 'panel', fills }: SegmentProps<T>) {
  const name = useId();
  return (
    <Flex role="radiogroup" aria-label={label} bg={on === 'panel' ? 'bg' : 'bg.subtle'} borderRadius="full" p="4px">
      {choices.map((choice) => {
        const isChosen = choice.value === value;
        return (
          <styled.label
            key={choice.value}
            data-drawn={isChosen ? 'chosen' : 'choice'}
            display="flex"
            alignItems="center"
            justifyContent="center"
            minHeight="36px"
            px="12px"
            borderRadius="full"
            fontSize="14px"
            textAlign="center"
            fontWeight={isChosen ? 600 : 500}
            color={isChosen ? 'fg' : 'fg.muted'}
            bg={isChosen ? 'bg.overlay' : 'transparent'}
            cursor="pointer"
            position="relative"
            {...(fills ? { flex: '1' } : {})}
            _focusWithin={{ outline: '2px solid', outlineColor: 'fg' }}
          >
            <styled.input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => onChange(choice.value)}
              position="absolute"
              insetX="0"
              // An invisible touch target of 44 px.
              insetY="-4px"
              opacity="0"
              cursor="pointer"
            />
            {choice.label}
          </styled.label>
        );
      })}
    </Flex>
  );
}
