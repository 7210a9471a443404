import type { RecipeDefinition, SystemStyleObject } from '@chakra-ui/react';
import createEmotion from '@emotion/css/create-instance';
import { intoLayer } from './recipe-rules.ts';
import { system } from './system.ts';

const { cache, css, cx } = createEmotion({ key: 'uc' });
intoLayer(cache);

/**
 * Looks for what stands many times in a page, such as the parts of a card, each written as Chakra's style props. A look is worked
 * out once and is a class from then on; an element of Chakra's works its props out at each drawing, which for a page of cards is
 * most of what a key in the search costs.
 * @returns the class name of one look or of several, of which a later one wins
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

/** One class name of several, of whose looks a later one wins. */
export const joinClasses = (...names: (string | undefined)[]): string => cx(names);

/**
 * The same for a recipe, and for what an element adds to it as style props: one class for each set of them.
 * @param attributes of the element that are style properties too, and stay attributes
 * @returns what goes to the element in the place of the variants and the style props
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

/** The rules of these classes, where there is no document to hold them: while a page is drawn by a build. */
export function rulesOfClasses(names: ReadonlySet<string>): string[] {
  return Object.entries(cache.inserted).flatMap(([name, rules]) =>
    typeof rules === 'string' && names.has(`${cache.key}-${name}`) ? [rules] : [],
  );
}
