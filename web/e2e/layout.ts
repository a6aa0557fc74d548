import type { Page } from '@playwright/test';

/** Selector of the elements that can be pressed. */
const CONTROLS =
  'button:enabled, a[href], input:enabled, select, textarea, summary, [role=menuitem], [role=tab], [role=switch], [role=slider]';

/** Returns the elements with visible text below `least` pixels. */
export const smallText = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((pixels) => {
    const small = [...document.querySelectorAll<Element>('body *')].filter((element) => {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!hasText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      const { width, height } = element.getBoundingClientRect();
      if (width < 2 || height < 2) return false;
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.d ?? 1) : 1;
      return parseFloat(getComputedStyle(element).fontSize) * scale < pixels;
    });
    return small.map(
      (element) => `${getComputedStyle(element).fontSize}: ${element.outerHTML.slice(0, 160)}`,
    );
  }, least);

/** Returns the controls whose target is narrower or lower than `least` pixels. Links within a text do not count. */
export const smallTargets = (page: Page, least: number): Promise<string[]> =>
  page.evaluate(
    ([selector, pixels]) => {
      /** Returns how many pixels the target extends from a point in one direction. */
      const reach = (targets: Element[], x: number, y: number, stepX: number, stepY: number) => {
        let far = 0;
        while (far < pixels) {
          const hit = document.elementFromPoint(x + stepX * (far + 1), y + stepY * (far + 1));
          if (!hit || !targets.some((one) => one.contains(hit))) break;
          far += 1;
        }
        return far;
      };
      const found: string[] = [];
      for (const control of document.querySelectorAll<HTMLElement>(selector)) {
        if (control.closest('[inert], [aria-hidden=true]') || !control.checkVisibility()) continue;
        if (control.matches('a') && getComputedStyle(control).display === 'inline') continue;
        const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
        const targets = [control, ...labels];
        const sizes = targets.map((one) => one.getBoundingClientRect());
        if (sizes.some(({ width, height }) => width >= pixels && height >= pixels)) continue;
        // A hidden control is represented by its label, or appears with the focus.
        const target = targets.find((_, index) => (sizes[index]?.width ?? 0) > 1);
        if (!target) continue;
        target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
        const now = target.getBoundingClientRect();
        const [x, y] = [now.x + now.width / 2, now.y + now.height / 2];
        // Partly covered by the result's sheet: it can be scrolled into view.
        const sheet = document.querySelector('[data-result]');
        const edge = sheet?.contains(control) ? undefined : sheet?.getBoundingClientRect();
        if (edge && now.bottom > edge.top && now.top < edge.bottom) continue;
        // Covered by a modal dialog: it cannot be pressed now.
        const middle = document.elementFromPoint(x, y);
        if (!middle || !targets.some((one) => one.contains(middle))) continue;
        const width = 1 + reach(targets, x, y, 1, 0) + reach(targets, x, y, -1, 0);
        const height = 1 + reach(targets, x, y, 0, 1) + reach(targets, x, y, 0, -1);
        if (Math.max(width, now.width) < pixels - 1 || Math.max(height, now.height) < pixels - 1)
          found.push(`${width} × ${height}: ${control.outerHTML.slice(0, 160)}`);
      }
      return found;
    },
    [CONTROLS, least] as const,
  );

/** Returns the controls inside of an element that something outside of it covers. */
export const covered = (page: Page, within: string): Promise<string[]> =>
  page.evaluate(
    ([outer, selector]) => {
      const around = document.querySelector(outer);
      const controls = [...(around?.querySelectorAll(selector) ?? [])];
      return controls.flatMap((control) => {
        control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { x, y, width, height } = control.getBoundingClientRect();
        const places = [0.1, 0.5, 0.9].map((at) => document.elementFromPoint(x + at * width, y + height / 2));
        const cover = places.find((one) => !around?.contains(one));
        return cover ? [`${cover.outerHTML.slice(0, 110)} covers ${control.outerHTML.slice(0, 110)}`] : [];
      });
    },
    [within, CONTROLS] as const,
  );

/** Returns the texts and controls that the window or a clipping element cuts off, unless vertical scrolling shows them. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= 1 || height <= 1;
    };
    /** Returns the name of what cuts the box off, or null. */
    function cutter(element: Element, box: DOMRect): string | null {
      let [acrossFree, downFree] = [false, false];
      for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
        const style = getComputedStyle(at);
        const edge = at.getBoundingClientRect();
        if (isHidden(at)) return null;
        const across = !acrossFree && (box.left < edge.left - 1 || box.right > edge.right + 1);
        const down = !downFree && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2);
        if (/hidden|clip/.test(style.overflowX) && across && style.textOverflow !== 'ellipsis')
          return at.className;
        if (/hidden|clip/.test(style.overflowY) && down && style.webkitLineClamp === 'none')
          return at.className;
        acrossFree ||= style.overflowX !== 'visible';
        downFree ||= /auto|scroll/.test(style.overflowY);
        if (style.position === 'fixed') {
          const outside = box.top < -1 || box.bottom > innerHeight + 1;
          if (outside && !downFree) return 'the window';
          break;
        }
      }
      return !acrossFree && (box.left < -1 || box.right > innerWidth + 1) ? 'the window' : null;
    }
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`The page is ${scrollWidth} px wide.`);
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('[aria-hidden=true], [inert]')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const boxes = element.matches(selector) ? [element.getBoundingClientRect()] : [];
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        boxes.push(range.getBoundingClientRect());
      }
      const by = boxes.map((box) => cutter(element, box)).find((one) => one !== null);
      if (by !== undefined) found.push(`${by} cuts off ${element.outerHTML.slice(0, 160)}`);
    }
    return found;
  }, CONTROLS);

/**
 * Returns the texts, buttons and icons that overlap others. Elements fixed to the window may cover what scrolls below them.
 * Of a button without background or border, only the icon counts.
 */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Thing {
      element: Element;
      layer: Element | null;
      box: { left: number; top: number; right: number; bottom: number };
    }
    const isLayer = (at: Element) => /fixed|sticky/.test(getComputedStyle(at).position);
    /** Returns the visible part of a box: scrolling and clipping elements hide the rest. */
    function visible(element: Element, { left, top, right, bottom }: DOMRect): Thing | null {
      let layer: Element | null = null;
      const box = { left, top, right, bottom };
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        const edge = at.getBoundingClientRect();
        if (style.overflowX !== 'visible') {
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
        }
        if (style.overflowY !== 'visible') {
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
        if (!layer && isLayer(at)) layer = at;
      }
      return box.right - box.left > 2 && box.bottom - box.top > 2 ? { element, layer, box } : null;
    }
    /** Returns the box of a button with a background or border, or those of its icons. */
    function painted(button: Element): DOMRect[] {
      const { backgroundColor, borderTopWidth } = getComputedStyle(button);
      const isPainted = !/, 0\)$|\/ 0\)$/.test(backgroundColor) || parseFloat(borderTopWidth) > 0;
      const icons = [...button.querySelectorAll('svg')];
      return (isPainted ? [button] : icons).map((one) => one.getBoundingClientRect());
    }
    const things: Thing[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('[aria-hidden=true], [inert], [data-board]')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const boxes = element.matches('button, a[href]') ? painted(element) : [];
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      for (const box of boxes) {
        const thing = visible(element, box);
        if (thing) things.push(thing);
      }
    }
    const found = new Set<string>();
    /** In pixels: the boxes of neighbouring lines of text overlap a little. */
    const LEAST = 5;
    for (const [index, one] of things.entries())
      for (const other of things.slice(index + 1)) {
        if (one.layer !== other.layer) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > LEAST && down > LEAST)
          found.add(
            `${other.element.outerHTML.slice(0, 110)} lies over ${one.element.outerHTML.slice(0, 110)}`,
          );
      }
    return [...found];
  });
