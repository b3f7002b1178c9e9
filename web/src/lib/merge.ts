// Laying what has changed over what is known.

import type { FeedItem, Scene, SceneChange, State, Update } from '../wire';

export function isState(message: State | Update): message is State {
  return 'feed_len' in message;
}

/** The state after an update, or null where something is missing in between and all must be asked for. */
export function merge(state: State, update: Update): State | null {
  const have = state.feed_from + state.feed.length;
  if (update.feed_from > have || update.from > state.number) return null;
  const news = update.feed.slice(have - update.feed_from);
  const feed = news.length > 0 ? [...state.feed, ...news] : state.feed;
  const feed_len = state.feed_from + feed.length;
  // An answer that was overtaken by a later one tells nothing but its lines.
  if (update.number < state.number) return { ...state, feed, feed_len };
  return {
    ...state,
    number: update.number,
    moment: update.moment,
    feed,
    feed_len,
    status: update.status ?? state.status,
    scene: update.scene ? mergeScene(state.scene, update.scene) : state.scene,
    choices: update.choices ?? state.choices,
    undo: update.undo ?? state.undo,
    asks: update.asks === undefined ? state.asks : update.asks,
    standing: update.standing ?? state.standing,
    table: update.table ?? state.table,
    clock: update.clock ?? state.clock,
  };
}

export function mergeScene(scene: Scene, change: SceneChange): Scene {
  const { pieces, gone, order, ...sections } = change;
  if (!pieces?.length && !gone?.length && !order) return { ...scene, ...sections };
  const changed = new Map((pieces ?? []).map((piece) => [piece.id, piece]));
  const lost = new Set(gone);
  const kept = scene.pieces
    .filter((piece) => !lost.has(piece.id) || changed.has(piece.id))
    .map((piece) => {
      const now = changed.get(piece.id);
      changed.delete(piece.id);
      return now ?? piece;
    });
  const all = [...kept, ...changed.values()];
  if (order) {
    const place = new Map(order.map((id, i) => [id, i]));
    all.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  }
  return { ...scene, ...sections, pieces: all };
}

/** A feed without the lines that were taken back. */
export function standing(feed: FeedItem[]): FeedItem[] {
  const kept: FeedItem[] = [];
  for (const item of feed) {
    if (item.what.kind === 'taken_back') {
      let { lines, stay = 0 } = item.what;
      for (let i = kept.length - 1; i >= 0 && lines > 0; i--) {
        if (kept[i]!.what.kind !== 'told') continue;
        if (stay > 0) {
          stay--;
          continue;
        }
        kept.splice(i, 1);
        lines--;
      }
    }
    kept.push(item);
  }
  return kept;
}
