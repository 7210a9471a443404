/** The items in random order. @param random returns numbers from 0 to below 1 */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let remaining = order.length; remaining > 1; remaining--)
    order.push(...order.splice(Math.floor(random() * remaining), 1));
  return order;
}
