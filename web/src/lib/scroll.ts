// Bringing something into sight inside its panel, without moving the rest of the page.

export function scrollInPanel(element: Element | null | undefined, where: 'start' | 'end' = 'start'): void {
  const panel = element?.closest('[role="tabpanel"]');
  if (!element || !panel) return;
  const [inner, outer] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
  panel.scrollTop += where === 'start' ? inner.top - outer.top - 8 : inner.bottom - outer.bottom + 64;
}
