// The browser's own notice that it is one's move, for who looks at something else meanwhile.

import { t } from '../i18n';
import { choose, settings } from './settings.svelte';

/** Whether this browser can give notice at all; on an address without encryption most do not. */
export function canNotify(): boolean {
  return 'Notification' in window && window.isSecureContext;
}

/** Turns notices on or off; on only if the visitor allows them. Gives whether they are as wished. */
export async function wishNotices(on: boolean): Promise<boolean> {
  const allowed = !on || (canNotify() && (await Notification.requestPermission()) === 'granted');
  choose('notify', on && allowed);
  return allowed;
}

/** Gives notice of one's move, once for each turn of the game until the page has been looked at. */
export class MoveNotice {
  private told: number | null = null;
  private shown: Notification | null = null;

  constructor(private readonly tag: string) {}

  /** What is so now: whether the visitor must decide, and in which turn. */
  see(mine: boolean, turn: number, title: string): void {
    if (!document.hidden) {
      this.looked();
      return;
    }
    if (!mine || this.told === turn || !settings.notify || !canNotify() || Notification.permission !== 'granted') return;
    this.told = turn;
    this.shown?.close();
    this.shown = new Notification(t('notice.yours'), { body: title, tag: this.tag });
    this.shown.onclick = () => {
      window.focus();
      this.shown?.close();
    };
  }

  /** The visitor is here. */
  looked(): void {
    this.told = null;
    this.shown?.close();
    this.shown = null;
  }
}
