import type { FoundModel } from '../models/model.ts'
import { modelsOf } from '../models/models.ts'
import { callOf, type Program } from './program.ts'

/** Library models of a program's calls, each looked up once. */
export class CallModels {
  readonly #program: Program
  /** By the number of the call. */
  readonly #found: (FoundModel | undefined)[] = []

  constructor(program: Program) {
    this.#program = program
  }

  of(call: number): FoundModel {
    let found = this.#found[call]
    if (found === undefined) {
      const owner = this.#program.ownerOf(call)
      found = modelsOf(owner.file.family).of(callOf(owner, call - owner.firstCall))
      this.#found[call] = found
    }
    return found
  }
}
