/** A cache of `FakeCaches`; keys are in the order of the last write. */
class FakeCache {
  readonly entries = new Map<string, Response>()
  private readonly fetch: (url: string) => Promise<Response>
  constructor(fetch: (url: string) => Promise<Response>) {
    this.fetch = fetch
  }
  private key(wanted: Request | string): string {
    return new URL(typeof wanted === 'string' ? wanted : wanted.url, 'https://essen.example').href
  }
  match(wanted: Request | string): Promise<Response | undefined> {
    return Promise.resolve(this.entries.get(this.key(wanted))?.clone())
  }
  put(wanted: Request | string, answer: Response): Promise<void> {
    this.entries.delete(this.key(wanted))
    this.entries.set(this.key(wanted), answer)
    return Promise.resolve()
  }
  async addAll(files: string[]): Promise<void> {
    const answers = await Promise.all(files.map(async (file) => [file, await this.fetch(file)] as const))
    if (answers.some(([, answer]) => !answer.ok)) throw new TypeError('a file is missing')
    for (const [file, answer] of answers) await this.put(file, answer)
  }
  keys(): Promise<Request[]> {
    return Promise.resolve([...this.entries.keys()].map((url) => new Request(url)))
  }
  delete(wanted: Request | string): Promise<boolean> {
    return Promise.resolve(this.entries.delete(this.key(wanted)))
  }
}

/** An in-memory CacheStorage with the methods that the offline cache uses. */
export class FakeCaches {
  readonly all = new Map<string, FakeCache>()
  private readonly fetch: (url: string) => Promise<Response>
  constructor(fetch: (url: string) => Promise<Response>) {
    this.fetch = fetch
  }
  open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache(this.fetch)
    this.all.set(name, cache)
    return Promise.resolve(cache)
  }
  has(name: string): Promise<boolean> {
    return Promise.resolve(this.all.has(name))
  }
  keys(): Promise<string[]> {
    return Promise.resolve([...this.all.keys()])
  }
  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.all.delete(name))
  }
  async match(wanted: string): Promise<Response | undefined> {
    for (const cache of this.all.values()) {
      const found = await cache.match(wanted)
      if (found) return found
    }
    return undefined
  }
  /** Every cached URL and body. */
  async dump(): Promise<string> {
    const parts: string[] = []
    for (const [name, cache] of this.all)
      for (const [url, answer] of cache.entries) parts.push(name, url, JSON.stringify([...answer.headers]), await answer.clone().text())
    return parts.join('\n')
  }
}
