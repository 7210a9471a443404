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

/** A part whose code loads on first render; the router preloads a page's code. */
type LazyPart<P> = ((props: P) => ReactNode) & { preload: () => Promise<void> };

/**
 * A part of the page in its own chunk. If its code cannot be loaded or it throws, Retry is shown in its place; the rest of the page keeps
 * working, and nothing reloads by itself.
 * @param load imports the code; called again after each failure
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
      // A transition: rendering must not block input.
      const follow = () => startTransition(() => setNow(code.get()));
      follow();
      return code.subscribe(follow);
    }, []);
    useEffect(() => {
      // A task each: a page has a dozen parts, and each import() call blocks for a while.
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
        // Marks the page as incomplete until the part is loaded.
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

/** The file is available, but the browser has cached the failed import for this document. */
class Stuck extends Error {}

/**
 * Imports, and retries once if the file turns out to be available. Most browsers cache a failed import for the lifetime of the document;
 * only a reload helps there.
 * @throws Stuck in such a browser, else the error of `load`
 */
async function loadOnceMore<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const named = /https?:\/\/\S+/.exec(String(error))?.[0];
    // If the error names no file, check that the server answers.
    const isThere = await fetch(named ?? '/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isThere) throw error;
    return await load().catch(() => Promise.reject(new Stuck()));
  }
}

/** An error boundary: a part that throws must not unmount the page. */
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
