/** Short texts that outlive the page and are shared by the browser's tabs. */
export interface KeyValue {
  get(key: string): string | undefined
  /** `undefined` removes the key. */
  set(key: string, value: string | undefined): void
  /** Calls `listener` on every change, of this tab or another; without a key if everything may have changed. */
  subscribe(listener: (key?: string) => void): () => void
}

/** `localStorage`; if the browser blocks it or it is full, this page's memory. */
export function browserKeyValue(): KeyValue {
  const memory = new Map<string, string | undefined>()
  const listeners = new Set<(key?: string) => void>()
  const tell = (key?: string) => {
    for (const listener of [...listeners]) listener(key)
  }
  globalThis.addEventListener?.('storage', (event) => tell(event.key ?? undefined))

  return {
    get(key) {
      if (memory.has(key)) return memory.get(key)
      try {
        return localStorage.getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    set(key, value) {
      try {
        if (value === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
      }
      tell(key)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function memoryKeyValue(): KeyValue {
  const values = new Map<string, string>()
  const listeners = new Set<(key?: string) => void>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (value === undefined) values.delete(key)
      else values.set(key, value)
      for (const listener of [...listeners]) listener(key)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
