/** A script that finds states that forced colours hide, and overlapping borders. It is text, so that any engine can run it. */
export const forcedColourFaults = `(() => {
  const faults = [];
  const describeElement = (e) => '<' + e.tagName.toLowerCase() + '> ' + (e.getAttribute('aria-label') || e.textContent.trim().slice(0, 40) || 'in ' + e.parentElement.outerHTML.slice(0, 200));
  const systemColour = (name) => {
    const probe = document.createElement('i');
    probe.style.cssText = 'forced-color-adjust: none; color: ' + name;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  const [canvas, highlight, grey] = ['Canvas', 'Highlight', 'GrayText'].map(systemColour);
  const isTransparent = (colour) => /^transparent$|^rgba\\(.*, 0\\)$/.test(colour);
  const isClear = (colour) => colour === canvas || isTransparent(colour);
  const backgroundOf = (e) => {
    const { backgroundColor } = getComputedStyle(e);
    return isTransparent(backgroundColor) ? (e.parentElement ? backgroundOf(e.parentElement) : canvas) : backgroundColor;
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0);
  const expectAll = (selector, fault, isValid) => {
    for (const e of shown(selector)) if (!isValid(getComputedStyle(e), e)) faults.push(fault + ': ' + describeElement(e));
  };
  const hasEdge = ({ borderTopWidth, borderTopStyle }) => parseFloat(borderTopWidth) >= 1 && borderTopStyle !== 'none';

  expectAll('[aria-pressed=true], [role=switch][aria-checked=true], [data-drawn=chosen]:not([aria-disabled=true] *)', 'is chosen, and not filled', ({ backgroundColor }) => backgroundColor === highlight);
  expectAll('[aria-pressed=false], [role=switch][aria-checked=false]', 'is not chosen, and filled', ({ backgroundColor }) => backgroundColor !== highlight);
  expectAll('[data-drawn=choice]', 'is a choice without an edge of its own', (style) => hasEdge(style) && isClear(style.backgroundColor));
  expectAll('[data-drawn=sign]', 'is a sign in the colour of what is under it', ({ backgroundColor }, e) => !isTransparent(backgroundColor) && backgroundColor !== backgroundOf(e.parentElement));
  expectAll('nav [aria-current]', 'is the current page, and not marked', ({ textDecorationLine }) => textDecorationLine === 'underline');
  expectAll('[aria-current=true]:not(nav *)', 'is the current row, and not marked', ({ outlineStyle }) => outlineStyle === 'solid');
  expectAll('button:disabled, button[aria-disabled=true]:not([aria-busy=true])', 'is disabled, and not grey', ({ color }) => color === grey);
  expectAll('input:not([type=range], [type=radio], [type=checkbox], [type=file]), textarea, select', 'is a field without an edge', hasEdge);

  // Sticky and fixed elements cover scrolled content.
  const stickyAncestor = (e) => (e === null || /sticky|fixed/.test(getComputedStyle(e).position) ? e : stickyAncestor(e.parentElement));
  const edged = shown('button, a, input, select, textarea').filter((e) => hasEdge(getComputedStyle(e)));
  const boxes = edged.map((e) => e.getBoundingClientRect());
  for (const [i, a] of boxes.entries())
    for (const [j, b] of boxes.entries()) {
      if (j <= i || edged[i].contains(edged[j]) || stickyAncestor(edged[i]) !== stickyAncestor(edged[j])) continue;
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        faults.push('edges overlap: ' + describeElement(edged[i]) + ', ' + describeElement(edged[j]));
    }
  return faults;
})()`;
