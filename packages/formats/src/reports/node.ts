import { Failure } from '@gatehouse/kernel'

/** Own limit of a name or path in a report. */
const PATH_CHARS_MAX = 200

/** Value in a report with its location, so that an error names the location. Only own properties are visible. */
export class ReportNode {
  readonly value: unknown
  readonly path: string

  constructor(value: unknown, path: string) {
    this.value = value
    this.path = path
  }

  get isPresent(): boolean {
    return this.value !== undefined && this.value !== null
  }

  /** Returns a property; absent if there is none. @throws {Failure} `invalid_request` if this value is no object */
  get(name: string): ReportNode {
    const path = this.path === '' ? name : `${this.path}.${name}`
    if (!this.isPresent) return new ReportNode(undefined, path)
    if (!isObject(this.value)) throw this.wrong('an object')
    return new ReportNode(Object.hasOwn(this.value, name) ? this.value[name] : undefined, path)
  }

  /** Returns the elements; none if it is absent. @throws {Failure} `invalid_request` if this value is no array */
  list(): ReportNode[] {
    if (!this.isPresent) return []
    if (!Array.isArray(this.value)) throw this.wrong('an array')
    return this.value.map((item: unknown, at) => new ReportNode(item, `${this.path}[${at}]`))
  }

  /** Returns the properties; none if it is absent. @throws {Failure} `invalid_request` if this value is no object */
  entries(): (readonly [string, ReportNode])[] {
    if (!this.isPresent) return []
    if (!isObject(this.value)) throw this.wrong('an object')
    return Object.entries(this.value).map(([name, item]) => [name, new ReportNode(item, `${this.path}.${name}`)])
  }

  /** Returns the text; undefined if it is absent or empty. Numbers are text. @throws {Failure} `invalid_request` */
  text(): string | undefined {
    if (!this.isPresent) return undefined
    if (typeof this.value === 'number' || typeof this.value === 'boolean') return String(this.value)
    if (typeof this.value !== 'string') throw this.wrong('a string')
    return this.value === '' ? undefined : this.value
  }

  /** Returns the number, also from a text of digits. @throws {Failure} `invalid_request` */
  number(): number | undefined {
    const text = this.text()
    if (text === undefined) return undefined
    const number = Number(text)
    return Number.isFinite(number) ? number : undefined
  }

  /** Returns whether it is an object. */
  get isObject(): boolean {
    return isObject(this.value)
  }

  get isArray(): boolean {
    return Array.isArray(this.value)
  }

  /** @throws {Failure} `invalid_request` if it is absent */
  required(what: string): ReportNode {
    if (!this.isPresent) throw this.wrong(what)
    return this
  }

  wrong(what: string): Failure {
    const place = this.path === '' ? 'the document' : this.path.slice(0, PATH_CHARS_MAX)
    return reportFailure(`${place} must be ${what}`)
  }
}

export function reportFailure(reason: string): Failure {
  return new Failure('invalid_request', `Invalid report: ${reason}.`, {
    violations: [{ path: ['body', 'file'], message: reason, type: 'invalid_report' }],
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
