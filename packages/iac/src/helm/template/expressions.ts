import { type Command, type Operand, type Pipeline, TemplateProblem, type Term, type ActionToken } from './node.ts'
import { unquoted } from './words.ts'

/** Own limit: nested parentheses. */
const DEPTH_MAX = 50

/** Reads the words of an action as a pipeline. */
export class PipelineReader {
  readonly #words: readonly ActionToken[]
  readonly #place: number
  #at = 0
  #depth = 0

  /** @param place offset of the action, for syntax errors */
  constructor(words: readonly ActionToken[], place: number) {
    this.#words = words
    this.#place = place
  }

  get isDone(): boolean {
    return this.#at === this.#words.length
  }

  /** A text in quotes, as the name of a template is. */
  text(): string {
    const word = this.#words[this.#at]
    if (word?.type !== 'text') throw this.#wrong()
    this.#at += 1
    return unquoted(word.text)
  }

  /** Parses a whole pipeline up to its end. @throws {TemplateProblem} */
  whole(): Pipeline {
    const found = this.#pipeline()
    if (!this.isDone) throw this.#wrong()
    return found
  }

  #pipeline(): Pipeline {
    if ((this.#depth += 1) > DEPTH_MAX) throw this.#wrong()
    const { names, declares } = this.#names()
    const commands: Command[] = [this.#command()]
    while (this.#take('|')) commands.push(this.#command())
    this.#depth -= 1
    return { names, declares, commands }
  }

  /** `$a :=`, `$a, $b :=`, `$a =` */
  #names(): { readonly names: readonly string[]; readonly declares: boolean } {
    const words = this.#words.slice(this.#at, this.#at + 4)
    const [first, second, third, fourth] = words
    if (first?.type !== 'variable') return { names: [], declares: false }
    if (second?.text === ':=' || second?.text === '=') {
      this.#at += 2
      return { names: [first.text], declares: second.text === ':=' }
    }
    if (second?.text === ',' && third?.type === 'variable' && (fourth?.text === ':=' || fourth?.text === '=')) {
      this.#at += 4
      return { names: [first.text, third.text], declares: fourth.text === ':=' }
    }
    return { names: [], declares: false }
  }

  #command(): Command {
    const first = this.#term()
    if (first === undefined) throw this.#wrong()
    const rest: Term[] = []
    for (let term = this.#term(); term !== undefined; term = this.#term()) rest.push(term)
    return [first, ...rest]
  }

  #term(): Term | undefined {
    const word = this.#words[this.#at]
    if (word === undefined) return undefined
    const operand = this.#operand(word)
    if (operand === undefined) return undefined
    const fields: string[] = word.type === 'field' ? [word.text.slice(1)] : []
    for (let next = this.#words[this.#at]; next?.type === 'field' && !next.isApart; next = this.#words[this.#at]) {
      fields.push(next.text.slice(1))
      this.#at += 1
    }
    return { operand, fields }
  }

  #operand(word: ActionToken): Operand | undefined {
    if (word.type === 'mark' && word.text !== '(' && word.text !== '.') return undefined
    this.#at += 1
    switch (word.type) {
      case 'text':
        return { type: 'literal', value: unquoted(word.text) }
      case 'number':
        return { type: 'literal', value: numberOf(word.text) }
      case 'field':
        return { type: 'dot' }
      case 'variable':
        return { type: 'variable', name: word.text }
      case 'name':
        return named(word.text)
      case 'mark':
      default: {
        if (word.text === '.') return { type: 'dot' }
        const pipeline = this.#pipeline()
        if (!this.#take(')')) throw this.#wrong()
        return { type: 'pipeline', pipeline }
      }
    }
  }

  #take(mark: string): boolean {
    if (this.#words[this.#at]?.text !== mark || this.#words[this.#at]?.type !== 'mark') return false
    this.#at += 1
    return true
  }

  #wrong(): TemplateProblem {
    return new TemplateProblem('An action is invalid.', this.#place)
  }
}

function named(word: string): Operand {
  if (word === 'true' || word === 'false') return { type: 'literal', value: word === 'true' }
  return word === 'nil' ? { type: 'literal', value: null } : { type: 'function', name: word }
}

function numberOf(word: string): number {
  if (word.startsWith("'")) return word.codePointAt(1) ?? 0
  const plain = word.replaceAll('_', '')
  // Rights of files are written so.
  return /^0[0-7]{1,20}$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain)
}
