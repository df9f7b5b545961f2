import type { FileFacts, Flow, FunctionFacts, Origin, CodeRange, Port } from './facts.ts'
import { familyOf } from './link/program.ts'
import { modelsOf } from './models/models.ts'

/** A sink, and whether its file alone proves that only constants or sanitized data arrive. */
export interface JudgedSink {
  readonly rule: string
  readonly place: CodeRange
  readonly isSettled: boolean
}

/** Own limit: values in the backward search from one sink. */
const STEPS_MAX = 200

/** @returns the sinks of data-flow rules in a file; none of them settled if the file was not fully analysed */
export function judgedSinks(facts: FileFacts): readonly JudgedSink[] {
  const back = new Back(facts)
  return facts.sinks.map(({ rule, place }, mark) => ({
    rule: facts.rules[rule]!,
    place,
    isSettled: facts.gaps.length === 0 && back.isSettled(mark, rule),
  }))
}

type Paths = readonly ReturnPath[]

interface ReturnPath {
  readonly fn: FunctionFacts
  readonly flow: Flow
}

/** Backward search from a sink to the origins of its values. */
class Back {
  readonly #facts: FileFacts
  readonly #open = new Set<string>()
  readonly #toSink = new Map<number, ReturnPath[]>()
  readonly #toCell = new Map<string, ReturnPath[]>()
  readonly #toCall = new Map<FunctionFacts, Map<number, ReturnPath[]>>()

  constructor(facts: FileFacts) {
    this.#facts = facts
    for (const fn of facts.functions) {
      const calls = new Map<number, ReturnPath[]>()
      this.#toCall.set(fn, calls)
      for (const to of fn.open ?? []) this.#open.add(portName(fn, to))
      for (const flow of fn.flows) {
        if (flow.to.type === 'sink') add(this.#toSink, flow.to.mark, { fn, flow })
        else if (flow.to.type === 'cell') add(this.#toCell, cellName(flow.to.cell), { fn, flow })
        else if (flow.to.type === 'argument') add(calls, flow.to.call, { fn, flow })
      }
    }
  }

  isSettled(mark: number, rule: number): boolean {
    const seen = new Set<string>()
    let steps = 0
    const areHarmless = (ways: readonly ReturnPath[]): boolean =>
      ways.every((returnPath) => {
        steps += 1
        if (steps > STEPS_MAX) return false
        const { flow, fn } = returnPath
        if (flow.except?.includes(rule) === true || flow.only?.includes(rule) === false) return true
        const key = `${fn.place.line}:${fn.place.column} ${JSON.stringify(flow.from)}`
        if (seen.has(key)) return true
        seen.add(key)
        return isHarmless(fn, flow.from)
      })
    const isHarmless = (fn: FunctionFacts, from: Origin): boolean => {
      if (from.type === 'function' || from.type === 'class') return true
      if (from.type === 'cell') {
        const isOpen = this.#open.has(cellName(from.cell))
        return !isOpen && areHarmless(this.#toCell.get(cellName(from.cell)) ?? [])
      }
      if (from.type !== 'result') return false
      const returnPaths = this.#toCall.get(fn)!.get(from.call) ?? []
      const callees = returnPaths.filter(({ flow }) => flow.to.type === 'argument' && flow.to.index === -2)
      if (callees.length > 0) return areReturns(callees, returnPaths, fn, from.call)
      const model = modelsOf(familyOf(this.#facts.language)).of(fn.calls[from.call]!)
      if (model.isGuess) return false
      const sides = model.flows.filter(({ to }) => to.type === 'result').map((flow) => flow.from)
      if (sides.some(({ type }) => type !== 'receiver' && type !== 'argument')) return false
      const isTaken = (index: number): boolean =>
        sides.some((side) =>
          side.type === 'receiver' ? index === -1 : index >= 0 && (side.index === -1 || side.index === index),
        )
      const isOpen = (fn.open ?? []).some((to) => to.type === 'argument' && to.call === from.call && isTaken(to.index))
      return (
        !isOpen && areHarmless(returnPaths.filter(({ flow: { to } }) => to.type === 'argument' && isTaken(to.index)))
      )
    }
    /** Whether the results of the file's functions are safe. */
    const areReturns = (callees: Paths, paths: Paths, caller: FunctionFacts, call: number): boolean =>
      callees.every(({ flow: { from } }) => {
        const fn = from.type === 'function' ? this.#facts.functions[from.id] : undefined
        return (
          fn?.flows.every((flow) => {
            if (flow.to.type !== 'return') return true
            if (flow.from.type !== 'parameter') return areHarmless([{ fn, flow }])
            const { index } = flow.from
            if (flow.except?.includes(rule) === true) return true
            const isOpen = (caller.open ?? []).some(
              (to) => to.type === 'argument' && to.call === call && to.index === index,
            )
            return (
              !isOpen && areHarmless(paths.filter(({ flow: { to } }) => to.type === 'argument' && to.index === index))
            )
          }) === true
        )
      })
    return !this.#open.has(`sink ${mark}`) && areHarmless(this.#toSink.get(mark) ?? [])
  }
}

function cellName({ owner, name }: { readonly owner: number; readonly name: string }): string {
  return `cell ${owner} ${name}`
}

function portName(fn: FunctionFacts, port: Port): string {
  if (port.type === 'sink') return `sink ${port.mark}`
  return port.type === 'cell' ? cellName(port.cell) : `${fn.place.line} ${port.type}`
}

function add<Key>(map: Map<Key, ReturnPath[]>, key: Key, returnPath: ReturnPath): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [returnPath])
  else list.push(returnPath)
}
