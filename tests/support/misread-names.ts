/**
 * A script that finds names whose beginning is cut off, or at the wrong side for their writing direction. It is text, so that any engine
 * can run it.
 */
export const misreadNames = (names: readonly string[]): string => `(() => {
  const faults = [];
  const boxOf = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  const clips = (box) => getComputedStyle(box).overflowX !== 'visible';
  const firstLetter = /\\p{L}/u;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const container = node.parentElement;
    if (!container.checkVisibility({ visibilityProperty: true }) || container.closest('script, style, option, textarea')) continue;
    for (const name of ${JSON.stringify(names)}) {
      const at = node.data.indexOf(name);
      if (at < 0) continue;
      // Visually hidden text for screen readers.
      if (container.getBoundingClientRect().width <= 1) continue;
      const report = (fault) => faults.push(fault + ': ' + node.data + ' in <' + container.tagName.toLowerCase() + '> of ' + location.pathname);
      const [{ segment }] = new Intl.Segmenter().segment(name);
      const start = boxOf(node, at, at + segment.length);
      const end = boxOf(node, at + name.length - 1, at + name.length);
      const isFromRight = /[\\u0590-\\u08ff]/.test(firstLetter.exec(name)[0]);
      if (Math.abs(start.top - end.top) < 4 && (isFromRight ? end.left > start.left : end.left < start.left)) report('backwards');
      for (let box = container; box !== document.body; box = box.parentElement) {
        if (!clips(box)) continue;
        // Content beyond this edge can be scrolled into view.
        if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) break;
        const { left, right } = box.getBoundingClientRect();
        if (start.left < left - 1 || start.right > right + 1) report('cut at its beginning');
      }
    }
  }
  return faults;
})()`;

export const oddNames = {
  hebrew: 'אינס קלדר מהצפון הרחוק ביותר בארץ (1984).',
  arabic: 'بستان القصدير الطويل جدا في مدينة بعيدة (١٩٨٤).',
  mixed: 'שיר ארוך מאוד שאינו נכנס בשורה אחת של כרטיס (remix)!',
  marks: '👩‍🎤Zoé Z̸a̴l̵g̶o̷̔ and the Long Name (live).',
} as const;

export const oddTexts = {
  bio: 'מוזיקה מהמרתף (2024). Live: תל אביב!',
  theirs: 'מה שלומך היום (Ghost Tram)?',
  own: 'مرحبا بالعالم (92 BPM).',
} as const;
