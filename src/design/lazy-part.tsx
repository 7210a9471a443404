import { Component, type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { pending } from '../boot/contract.ts';
import { isOutdated } from '../platform/app-version.ts';
import { createLive } from '../../sync/model/live.ts';
import { MissingPart, type Place, type PartFailure } from './missing-part.tsx';
import { PageLoading } from './page-loading.tsx';

type Code<P> =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'loaded'; Part: ComponentType<P> }
  | { kind: 'failed'; failure: PartFailure; isRetrying: boolean };

type LazyPart<P> = ((props: P) => ReactNode) & { preload: () => Promise<void> };

/**
 * Loads a component's code when it mounts. If the code cannot be loaded or throws, Retry or Reload replaces the part. A failed load is also
 * retried when the browser comes online; the page never reloads by itself.
 * @param load called again at each retry
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, place: Place): LazyPart<P> {
  const code = createLive<Code<P>>({ kind: 'idle' });

  async function start(): Promise<void> {
    const state = code.get();
    if (state.kind === 'loading' || state.kind === 'loaded') return;
    if (state.kind === 'failed' && state.isRetrying) return;
    code.set(state.kind === 'failed' ? { ...state, isRetrying: true } : { kind: 'loading' });
    try {
      code.set({ kind: 'loaded', Part: await loadWithRetry(load) });
    } catch (error) {
      const failure = (await isOutdated()) ? 'outdated' : error instanceof CachedFailure ? 'stuck' : 'missing';
      code.set({ kind: 'failed', failure, isRetrying: false });
    }
  }
  const retry = () => void start();

  function Part(props: P) {
    const [state, setState] = useState(code.get);
    useEffect(() => {
      // Use a transition: rendering must not block input.
      const onChange = () => startTransition(() => setState(code.get()));
      onChange();
      return code.subscribe(onChange);
    }, []);
    useEffect(() => {
      // One task per part: a page has a dozen parts, and each import() call blocks for a while.
      const timer = setTimeout(retry);
      window.addEventListener('online', retry);
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', retry);
      };
    }, []);
    switch (state.kind) {
      case 'idle':
      case 'loading':
        // The hidden element marks the page as incomplete until the part is loaded.
        return place === 'page' ? <PageLoading /> : place === 'block' ? <span hidden {...pending} /> : null;
      case 'failed':
        return <MissingPart place={place} failure={state.failure} isBusy={state.isRetrying} onRetry={retry} />;
      case 'loaded':
        return (
          <PartBoundary place={place}>
            <state.Part {...props} />
          </PartBoundary>
        );
    }
  }
  return Object.assign(Part, { preload: start });
}

/** The file is available, but the browser has cached the failed import for this document. */
class CachedFailure extends Error {}

/**
 * Loads once more if the file is available after a failure. Most browsers cache a failed import for the lifetime of the document; then only
 * a reload helps.
 * @throws CachedFailure if the second attempt fails too, else the error of `load`
 */
async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const file = /https?:\/\/\S+/.exec(String(error))?.[0];
    // If the error names no file, check that the server answers.
    const isAvailable = await fetch(file ?? '/', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isAvailable) throw error;
    return await load().catch(() => Promise.reject(new CachedFailure()));
  }
}

/** Offers Retry in place of a part that throws, which would otherwise unmount the page. */
class PartBoundary extends Component<{ place: Place; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    const retry = () => this.setState({ isBroken: false });
    return <MissingPart place={this.props.place} failure="broken" isBusy={false} onRetry={retry} />;
  }
}
