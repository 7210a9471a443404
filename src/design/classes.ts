import type { RecipeDefinition, SystemStyleObject } from '@chakra-ui/react';
import createEmotion from '@emotion/css/create-instance';
import { moveRulesIntoLayer } from './recipe-rules.ts';
import { system } from './system.ts';

const { cache, css, cx } = createEmotion({ key: 'uc' });
moveRulesIntoLayer(cache);

/** For Chakra's own components too (system-provider.tsx). */
export { cache };

/**
 * Precomputed styles for elements that a page renders many times, such as the parts of a card. Each set of Chakra style props becomes one
 * class. Chakra's own elements resolve their style props on each render, which for a page of cards is most of the cost of a key typed in
 * the search.
 * @returns joins the classes of several names; a later one wins
 */
export function classes<Name extends string>(
  looks: Readonly<Record<Name, SystemStyleObject>>,
): (...names: readonly (Name | false)[]) => string {
  const made = new Map<Name, string>();
  const classOf = (name: Name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const found = css(system.css(looks[name]));
    made.set(name, found);
    return found;
  };
  const joined = new Map<string, string>();
  return (...names) => {
    const key = names.join(' ');
    const known = joined.get(key);
    if (known !== undefined) return known;
    const found = cx(names.map((name) => name && classOf(name)));
    joined.set(key, found);
    return found;
  };
}

/** Joins class names; the styles of a later one win. */
export const joinClasses = (...names: (string | undefined)[]): string => cx(names);

/**
 * `classes` for a recipe plus an element's own style props: one class for each distinct set.
 * @param attributes that are also style properties, but must stay attributes of this element
 * @returns the element's props, with `className` in place of variants and style props
 */
export function recipeClasses(
  recipe: RecipeDefinition,
  attributes: readonly string[] = [],
): (props: object & { css?: SystemStyleObject }) => { className: string } {
  const styled = system.cva(recipe);
  const made = new Map<string, string>();
  return ({ css: more = {}, ...props }) => {
    const [variants, others] = styled.splitVariantProps(props);
    const [added, rest] = system.splitCssProps<SystemStyleObject>(others);
    for (const name of attributes) {
      if (!(name in added)) continue;
      Reflect.set(rest, name, Reflect.get(added, name));
      Reflect.deleteProperty(added, name);
    }
    const key = JSON.stringify([variants, more, added]);
    let className = made.get(key);
    if (className === undefined) {
      className = css(system.css(styled(variants), more, added));
      made.set(key, className);
    }
    return { ...rest, className };
  };
}

/** The CSS rules of these classes, for a build, which has no document to insert them into. */
export function rulesOfClasses(names: ReadonlySet<string>): string[] {
  return Object.entries(cache.inserted).flatMap(([name, rules]) =>
    typeof rules === 'string' && names.has(`${cache.key}-${name}`) ? [rules] : [],
  );
}
