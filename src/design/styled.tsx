import type {
  ChakraComponent,
  HTMLChakraProps,
  RecipeDefinition,
  RecipeSelection,
  RecipeVariantRecord,
  SystemStyleObject,
} from '@chakra-ui/react';
import {
  cloneElement,
  type ComponentProps,
  createElement,
  type ElementType,
  isValidElement,
  type JSX,
  type ReactNode,
} from 'react';
import { classOf, joinClasses } from './classes.ts';
import { system } from './system.ts';

type Tag = keyof JSX.IntrinsicElements;

interface ElementProps {
  as?: ElementType | undefined;
  asChild?: boolean | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** SVG attributes that are also style properties. */
const svgAttributes: Partial<Record<Tag, readonly string[]>> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r'],
  rect: ['width', 'height', 'x', 'y', 'rx', 'ry'],
  g: ['transform'],
};

/** Truncates text at the end of its own direction, not of the page's (`truncate` in system.ts). */
const autoDirection = { dir: 'auto' };

/** @param attributeNames style properties that must stay attributes of this element */
function attributesFor(recipe: RecipeDefinition, attributeNames: readonly string[] = []) {
  const recipeStyles = system.cva(recipe);
  const classNames = new Map<string, string>();
  return ({ css = {}, ...props }: object & { css?: SystemStyleObject }): { className: string } => {
    const [variants, others] = recipeStyles.splitVariantProps(props);
    const [added, rest] = system.splitCssProps<SystemStyleObject>(others);
    for (const name of attributeNames) {
      if (!(name in added)) continue;
      Reflect.set(rest, name, Reflect.get(added, name));
      Reflect.deleteProperty(added, name);
    }
    const key = JSON.stringify([variants, css, added]);
    let className = classNames.get(key);
    if (className === undefined) {
      className = classOf(recipeStyles(variants), css, added);
      classNames.set(key, className);
    }
    return { ...rest, className };
  };
}

/** Makes an element with style props. Caches the class of each set of props, which Chakra's own elements compute on each render. */
function element<T extends Tag>(tag: T): ChakraComponent<T>;
function element<T extends Tag, Variants extends RecipeVariantRecord>(
  tag: T,
  recipe: RecipeDefinition<Variants>,
  defaults?: object,
): ChakraComponent<T, RecipeSelection<Variants>>;
function element(tag: Tag, recipe: RecipeDefinition = {}, defaults: object = {}) {
  const attributesOf = attributesFor(recipe, svgAttributes[tag]);
  return function Styled({ as, asChild = false, className, children, ...props }: ElementProps) {
    const attributes = attributesOf({
      ...('truncate' in props || 'lineClamp' in props ? autoDirection : {}),
      ...defaults,
      ...props,
    });
    const all =
      className === undefined ? attributes : { ...attributes, className: joinClasses(className, attributes.className) };
    if (!asChild) return createElement(as ?? tag, all, children);
    if (!isValidElement<{ className?: string }>(children)) throw new Error('asChild needs one element');
    const childProps = children.props;
    return cloneElement(children, {
      ...all,
      ...childProps,
      className: joinClasses(childProps.className, all.className),
    });
  };
}

export const styled = Object.assign(element, {
  a: element('a'),
  button: element('button'),
  circle: element('circle'),
  dd: element('dd'),
  div: element('div'),
  dl: element('dl'),
  dt: element('dt'),
  fieldset: element('fieldset'),
  form: element('form'),
  g: element('g'),
  h1: element('h1'),
  h2: element('h2'),
  img: element('img'),
  input: element('input'),
  kbd: element('kbd'),
  label: element('label'),
  li: element('li'),
  ol: element('ol'),
  path: element('path'),
  progress: element('progress'),
  rect: element('rect'),
  section: element('section'),
  span: element('span'),
  svg: element('svg'),
  table: element('table'),
  td: element('td'),
  th: element('th'),
  thead: element('thead'),
  tr: element('tr'),
  ul: element('ul'),
});

export const Box = styled.div;

export const Center = styled('div', { base: { display: 'flex', alignItems: 'center', justifyContent: 'center' } });

type FlexProps = Omit<HTMLChakraProps<'div'>, 'css'> & {
  css?: SystemStyleObject;
  direction?: SystemStyleObject['flexDirection'];
  align?: SystemStyleObject['alignItems'];
  justify?: SystemStyleObject['justifyContent'];
  wrap?: SystemStyleObject['flexWrap'];
  ref?: ComponentProps<'div'>['ref'];
};

export function Flex({ direction, align, justify, wrap, css, ...rest }: FlexProps) {
  const flexStyles = { flexDirection: direction, alignItems: align, justifyContent: justify, flexWrap: wrap };
  return <Box {...rest} css={{ display: 'flex', ...flexStyles, ...css }} />;
}
