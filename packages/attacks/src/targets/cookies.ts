/** Maximum number of cookies per conversation. Own limit: further ones are dropped. */
const COOKIES_MAX = 50
const COOKIE_UNITS_MAX = 4_096

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  readonly host: string
}

/** Cookies of one conversation: names, values and paths, sent only to the host that set them. */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>()

  /** @param header  one or several `Set-Cookie`, joined with commas; invalid ones are ignored */
  store(header: string | undefined, url: URL): void {
    if (header === undefined) return
    // A comma within a date is not followed by a name and an equals sign.
    for (const line of header.split(/,(?=\s{0,8}[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}=)/)) this.#storeOne(line, url)
  }

  /** Returns the `Cookie` header for a URL; undefined without matching cookies. */
  header(url: URL): string | undefined {
    const all = [...this.#cookies.values()].filter(
      ({ host, path }) => host === url.host && isWithin(url.pathname, path),
    )
    return all.length === 0 ? undefined : all.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  value(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value
  }

  values(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value)
  }

  set(name: string, value: string, url: URL): void {
    this.#put({ name, value, path: '/', host: url.host })
  }

  #storeOne(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const equals = pair.indexOf('=')
    if (equals < 1 || pair.length > COOKIE_UNITS_MAX || !/^[\u0021-\u007e\u0080-\u00ff ]*$/.test(pair)) return
    const of = (name: string): string | undefined =>
      attributes.find((attribute) => attribute.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
    const path = of('path')
    const cookie = {
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      path: path?.startsWith('/') === true ? path : folderOf(url.pathname),
      host: url.host,
    }
    const isOver = Number(of('max-age') ?? '1') <= 0 || Date.parse(of('expires') ?? '') < Date.now()
    if (isOver) this.#cookies.delete(keyOf(cookie))
    else this.#put(cookie)
  }

  #put(cookie: Cookie): void {
    const key = keyOf(cookie)
    if (this.#cookies.size < COOKIES_MAX || this.#cookies.has(key)) this.#cookies.set(key, cookie)
  }
}

function keyOf({ host, path, name }: Cookie): string {
  return JSON.stringify([host, path, name])
}

/** RFC 6265 section 5.1.4. */
function folderOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end <= 0 ? '/' : path.slice(0, end)
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
