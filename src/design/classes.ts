import type { SystemStyleObject } from '@chakra-ui/react';
import createEmotion from '@emotion/css/create-instance';
import { moveRulesIntoLayer } from './recipe-rules.ts';
import { system } from './system.ts';

const { cache, css, cx } = createEmotion({ key: 'uc' });
moveRulesIntoLayer(cache);

/** Emotion's cache of inserted rules. Chakra's own components use it too (system-provider.tsx). */
export { cache };

export const classOf = (...styles: SystemStyleObject[]): string => css(system.css(...styles));

/**
 * Computes one class per style, at its first use. Chakra's own elements resolve style props on each render, which makes typing in a search
 * field slow.
 * @returns a function that joins classes by name; later styles override earlier ones
 */
export function classes<Name extends string>(
  styles: Readonly<Record<Name, SystemStyleObject>>,
): (...names: readonly (Name | false)[]) => string {
  const classNames = new Map<Name, string>();
  const classNamed = (name: Name) => {
    const cached = classNames.get(name);
    if (cached !== undefined) return cached;
    const className = classOf(styles[name]);
    classNames.set(name, className);
    return className;
  };
  const joined = new Map<string, string>();
  return (...names) => {
    const key = names.join(' ');
    const cached = joined.get(key);
    if (cached !== undefined) return cached;
    const className = cx(names.map((name) => name && classNamed(name)));
    joined.set(key, className);
    return className;
  };
}

export const joinClasses = (...names: (string | undefined)[]): string => cx(names);

/** The rules of these classes as text, for a build, which has no document to insert the rules into. */
export function rulesOfClasses(names: ReadonlySet<string>): string[] {
  return Object.entries(cache.inserted).flatMap(([name, rules]) =>
    typeof rules === 'string' && names.has(`${cache.key}-${name}`) ? [rules] : [],
  );
}
