/** Features of generated programs. */
export interface Ways {
  /** Branches, loops and exceptions with an unknown condition: `ask()`. */
  readonly branches: boolean
  /** Functions, closures and methods. */
  readonly functions: boolean
}

/**
 * Generates small JavaScript programs with flows from `source()` to `sink(...)`, from a tape of numbers. Each statement with one of them
 * is on a line of its own. `a`, `b`, `c` are texts, `p`, `q`, `r` objects with a text `k` and an object `o`, `l` is a list of texts.
 */
export function writeFlows(tape: readonly number[], ways: Ways): string {
  return new Writer(tape, ways).program()
}

const DEPTH_MAX = 3

class Writer {
  readonly #tape: readonly number[]
  readonly #ways: Ways
  #at = 0
  #names = 0
  #depth = 0
  #functions: string[] = []
  /** Whether the code is in a function. Writes of one function into objects of another one are not analysed, so it has none. */
  #isInFunction = false

  constructor(tape: readonly number[], ways: Ways) {
    this.#tape = tape
    this.#ways = ways
  }

  program(): string {
    const head = [
      "let a = 'a', b = 'b', c = 'c', l = ['l', 'm']",
      "let z = { k: 'z' }",
      'z.o = z',
      "let p = { k: 'p', o: z }, q = { k: 'q', o: p }, r = { k: 'r', o: q }",
      ...(this.#ways.functions
        ? ["class A { x = 'x'; put(v) { this.x = v } get() { return this.x } }", 'const t = new A()']
        : []),
    ]
    const lines = head.concat(this.#statements(6 + this.#pick(14)))
    for (const item of ['a', 'b', 'p.k', 'q.o', 'l[1]', 'r']) lines.push(`sink(${item})`)
    return `${lines.join('\n')}\n`
  }

  #pick(ways: number): number {
    const value = this.#tape[this.#at] ?? 0
    this.#at += 1
    return value % ways
  }

  #one<T>(...ways: readonly T[]): T {
    return ways[this.#pick(ways.length)]!
  }

  #text(): string {
    return this.#one('a', 'b', 'c')
  }

  #object(): string {
    return this.#one('p', 'q', 'r')
  }

  #inner(): string {
    return this.#one(this.#object(), `${this.#object()}.o`, `${this.#object()}.o.o`)
  }

  #name(): string {
    this.#names += 1
    return `v${this.#names}`
  }

  #statements(count: number): string[] {
    const lines: string[] = []
    for (let index = 0; index < count; index += 1) lines.push(...this.#statement())
    return lines
  }

  #block(): string[] {
    this.#depth += 1
    const lines = this.#statements(1 + this.#pick(4))
    this.#depth -= 1
    return lines
  }

  #statement(): readonly string[] {
    const kinds = [() => this.#value(), () => this.#value(), () => this.#member(), () => this.#whole()]
    if (this.#ways.branches && this.#depth < DEPTH_MAX)
      kinds.push(
        () => this.#branch(),
        () => this.#loop(),
        () => this.#try(),
      )
    if (this.#ways.functions && this.#depth < DEPTH_MAX)
      kinds.push(
        () => this.#function(),
        () => this.#call(),
        () => this.#class(),
      )
    return this.#one(...kinds)()
  }

  #value(): readonly string[] {
    const to = this.#text()
    switch (this.#pick(9)) {
      case 0:
        return [`${to} = source()`]
      case 1:
        return [`${to} = 'x'`]
      case 2:
        return [`${to} = ${this.#text()} + ${this.#text()}`]
      case 3:
        return [`${to} = \`<\${${this.#text()}}>\``]
      case 4:
        return [`${to} = ${this.#inner()}.k`]
      case 5:
        return [`${to} = l[${this.#pick(2)}]`]
      case 6:
        return [`;[${to}, l[0]] = [${this.#text()}, ${to}]`]
      case 7:
        return [`sink(${this.#one(to, `${this.#inner()}.k`, this.#ways.branches ? this.#object() : to)})`]
      default:
        return [`${to} = 1 < 2 ? ${this.#text()} : ${this.#text()}`]
    }
  }

  #member(): readonly string[] {
    const key = this.#one('.k', "['k']", "['' + 'k']")
    switch (this.#pick(5)) {
      case 0:
        return [`${this.#inner()}${key} = ${this.#text()}`]
      case 1:
        return [`${this.#inner()}.k = source()`]
      case 2:
        return this.#isInFunction ? [`l[0] += ${this.#text()}`] : [`${this.#inner()}.o = ${this.#inner()}`]
      case 3:
        return [`l[${this.#pick(2)}] = ${this.#text()}`]
      default:
        return [`;({ k: ${this.#text()} } = ${this.#inner()})`]
    }
  }

  #whole(): readonly string[] {
    if (this.#isInFunction) return [`l = [${this.#text()}, ${this.#text()}]`]
    const to = this.#object()
    switch (this.#pick(6)) {
      case 0:
        return [`${to} = { k: ${this.#text()}, o: ${this.#inner()} }`]
      case 1:
        return [`${to} = { ...${this.#inner()} }`]
      case 2:
        return [`${to} = { ...${this.#inner()}, k: ${this.#text()} }`]
      case 3:
        return [`l = [${this.#text()}, ${this.#text()}]`]
      case 4:
        return [this.#ways.branches ? `keep(${this.#inner()})` : `${to} = z`]
      default:
        return [`${to} = ${this.#inner()}`]
    }
  }

  #branch(): readonly string[] {
    const other = this.#pick(2) === 0 ? [] : ['} else {', ...this.#block()]
    return ['if (ask()) {', ...this.#block(), ...other, '}']
  }

  #loop(): readonly string[] {
    const head = this.#one('while (ask()) {', `for (${this.#text()} of l) {`, 'for (let i = 0; i < 2; i++) {')
    const leave = this.#one('', 'if (ask()) break', 'if (ask()) continue')
    return [head, ...this.#block(), leave, ...this.#block(), '}']
  }

  #try(): readonly string[] {
    const thrown = this.#one(`if (ask()) throw ${this.#one(this.#text(), `{ m: ${this.#text()} }`)}`, '')
    const name = this.#name()
    const caught = this.#one(`if (ask()) sink(${name})`, `sink(${name}.m)`, '')
    const last = this.#pick(2) === 0 ? [] : ['} finally {', ...this.#block()]
    return [
      'try {',
      ...this.#block(),
      thrown,
      ...this.#block(),
      `} catch (${name}) {`,
      caught,
      ...this.#block(),
      ...last,
      '}',
    ]
  }

  #function(): readonly string[] {
    const name = this.#name()
    const [x, y] = [this.#name(), this.#name()]
    const isInFunction = this.#isInFunction
    this.#isInFunction = true
    const body = [
      this.#one(`${y}.k = ${x}`, `${this.#text()} = ${x}`, `sink(${x})`, `${y}.k += ${x}`),
      ...this.#block(),
      `return ${this.#one(x, `${y}.k`, this.#text(), `${x} + ${this.#text()}`)}`,
    ]
    this.#isInFunction = isInFunction
    const lines =
      this.#pick(2) === 0
        ? [`function ${name}(${x}, ${y}) {`, ...body, '}']
        : [`const ${name} = (${x}, ${y}) => {`, ...body, '}']
    this.#functions.push(name)
    return this.#depth === 0
      ? lines
      : ['{', ...lines, `${this.#text()} = ${this.#functions.pop()}(${this.#text()}, ${this.#object()})`, '}']
  }

  #call(): readonly string[] {
    const [name] = this.#functions.slice(-1 - this.#pick(2))
    // Functions that call each other might not end.
    if (name === undefined || this.#depth > 0) return [`sink(${this.#text()})`]
    return [`${this.#text()} = ${name}(${this.#one(this.#text(), `${this.#inner()}.k`)}, ${this.#inner()})`]
  }

  #class(): readonly string[] {
    return [this.#one(`t.put(${this.#text()})`, `${this.#text()} = t.get()`)]
  }
}
