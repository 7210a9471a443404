/** The engines that the build targets: those of 26 May 2024 (S-56). For Firefox 126, the next ESR stands in. */
export const oldestEngines = ['chrome125', 'edge125', 'firefox128', 'safari17.5', 'ios17.5'];

/** Interfaces that one of these engines lacks, or had just introduced. The app works without them. */
export const newerInterfaces: readonly string[] = [
  'Promise.try',
  'RegExp.escape',
  'Iterator',
  'Array.fromAsync',
  'Error.isError',
  'Math.sumPrecise',
  'Math.f16round',
  'Float16Array',
  'DataView.prototype.getFloat16',
  'DataView.prototype.setFloat16',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'Uint8Array.prototype.toBase64',
  'Uint8Array.prototype.toHex',
  'Uint8Array.prototype.setFromBase64',
  'Uint8Array.prototype.setFromHex',
  ...['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'].map(
    (name) => `Set.prototype.${name}`,
  ),
  'Map.prototype.getOrInsert',
  'Map.prototype.getOrInsertComputed',
  'WeakMap.prototype.getOrInsert',
  'WeakMap.prototype.getOrInsertComputed',
  'Atomics.pause',
  'Atomics.waitAsync',
  'DisposableStack',
  'AsyncDisposableStack',
  'SuppressedError',
  'Temporal',
  'Intl.DurationFormat',
  'JSON.rawJSON',
  'JSON.isRawJSON',
  'WeakRef.prototype.unref',
  'AbortSignal.any',
  'URL.parse',
  'URLPattern',
  'scheduler',
  'requestIdleCallback',
  'cancelIdleCallback',
  'navigation',
  'Document.parseHTMLUnsafe',
  'Document.prototype.startViewTransition',
  'Document.prototype.caretPositionFromPoint',
  'Element.prototype.setHTML',
  'Element.prototype.getHTML',
  'Element.prototype.setHTMLUnsafe',
  'Element.prototype.moveBefore',
  'Element.prototype.ariaNotify',
  'Element.prototype.currentCSSZoom',
  'HTMLDialogElement.prototype.requestClose',
  'HTMLElement.prototype.writingSuggestions',
  'ToggleEvent.prototype.source',
  'CommandEvent',
  'CloseWatcher',
  'ReadableStream.from',
  'ReadableStream.prototype.values',
  'Response.prototype.bytes',
  'Request.prototype.bytes',
  'Blob.prototype.bytes',
  'Blob.prototype.textStream',
  'Notification.prototype.navigate',
  'CookieStore',
  'cookieStore',
  'documentPictureInPicture',
  'FontFace.prototype.variationSettings',
  'Highlight',
  'StorageBucketManager',
  'HTMLScriptElement.prototype.fetchLater',
  'fetchLater',
  'EditContext',
  'IntersectionObserver.prototype.scrollMargin',
  'IntersectionObserver.prototype.trackVisibility',
  'IDBFactory.prototype.getAllRecords',
  'IDBObjectStore.prototype.getAllRecords',
  'ImageDecoder',
  'ClipboardItem.supports',
  'TextEncoderStream',
];

/** Removes interfaces from the global object, to imitate an older engine. Passed to a page or a worker as text. */
export function removeInterfaces(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let owner: unknown = globalThis;
    for (const name of names) owner = owner instanceof Object ? Reflect.get(owner, name) : undefined;
    if (owner instanceof Object) Reflect.deleteProperty(owner, last);
  }
  // Every iterator inherits the helpers, also without the global `Iterator`.
  const iterators: object = Reflect.getPrototypeOf(Reflect.getPrototypeOf([].values()) ?? {}) ?? {};
  for (const name of [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ])
    Reflect.deleteProperty(iterators, name);
}
