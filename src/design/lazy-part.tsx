import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { pending } from '../boot/contract.ts';
import { isOutdated } from '../platform/app-version.ts';
import { createLive } from '../../sync/model/live.ts';
import { MissingPart, type Place, type Trouble } from './missing-part.tsx';
import { PageLoading } from './page-loading.tsx';

type Code<P> =
  | { kind: 'unasked' }
  | { kind: 'asked' }
  | { kind: 'here'; Part: ComponentType<P> }
  | { kind: 'missing'; trouble: Trouble; isAskedAgain: boolean };

/** A part whose code comes when it is drawn; the router asks for a page's code before it goes there. */
type LazyPart<P> = ((props: P) => ReactNode) & { preload: () => Promise<void> };

/**
 * A part of the page in a chunk of its own. While its code cannot be had, or when it breaks, a quiet retry stands in its place:
 * the rest of the page goes on, and nothing reloads by itself.
 * @param load asks for the code; called anew after each failure
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, place: Place): LazyPart<P> {
  const code = createLive<Code<P>>({ kind: 'unasked' });

  async function ask(): Promise<void> {
    const before = code.get();
    if (before.kind === 'asked' || before.kind === 'here') return;
    if (before.kind === 'missing' && before.isAskedAgain) return;
    code.set(before.kind === 'missing' ? { ...before, isAskedAgain: true } : { kind: 'asked' });
    try {
      code.set({ kind: 'here', Part: await loadOnceMore(load) });
    } catch (error) {
      const trouble = (await isOutdated()) ? 'outdated' : error instanceof Stuck ? 'stuck' : 'missing';
      code.set({ kind: 'missing', trouble, isAskedAgain: false });
    }
  }
  const retry = () => void ask();

  function Part(props: P) {
    const [now, setNow] = useState(code.get);
    useEffect(() => {
      // What comes by itself is drawn in small pieces, and fingers are answered in between.
      const follow = () => startTransition(() => setNow(code.get()));
      follow();
      return code.subscribe(follow);
    }, []);
    useEffect(() => {
      // Each in a task of its own: a page has a dozen parts, and to ask for one takes the browser a while.
      const timer = setTimeout(retry);
      window.addEventListener('online', retry);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
      };
    }, []);
    switch (now.kind) {
      case 'unasked':
      case 'asked':
        // Until it is there the page is not whole.
        return place === 'page' ? <PageLoading /> : place === 'block' ? <span hidden {...pending} /> : null;
      case 'missing':
        return <MissingPart place={place} trouble={now.trouble} isBusy={now.isAskedAgain} onRetry={retry} />;
      case 'here':
        return (
          <PartBoundary place={place}>
            <now.Part {...props} />
          </PartBoundary>
        );
    }
  }
  return Object.assign(Part, { preload: ask });
}

/** The code is there, and this page of the browser does not ask for it again. */
class Stuck extends Error {}

/**
 * Loads, and once more when the file that was missing is there by then. Most browsers keep a script that could not be had as
 * missing for as long as the page lives; only a new page helps there.
 * @throws Stuck in such a browser, else what `load` says
 */
async function loadOnceMore<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const named = /https?:\/\/\S+/.exec(String(error))?.[0];
    // Where the browser names no file, that the server answers must do.
    const isThere = await fetch(named ?? '/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) throw error;
    return await load().catch(() => Promise.reject(new Stuck()));
  }
}

/** Keeps what a part throws while it is drawn from taking the rest of the page away. */
class PartBoundary extends Component<{ place: Place; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    const retry = () => this.setState({ isBroken: false });
    return <MissingPart place={this.props.place} trouble="broken" isBusy={false} onRetry={retry} />;
  }
}
