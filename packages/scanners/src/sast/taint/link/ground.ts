import { CallModels } from './call-models.ts'
import { Chains } from './chains.ts'
import { Classes } from './classes.ts'
import { Members } from './members.ts'
import { Modules } from './modules.ts'
import { Paths } from './paths.ts'
import type { Program } from './program.ts'
import { Receivers } from './receivers.ts'
import { Entries, Tags } from './tags.ts'
import { Targets } from './targets.ts'

/** All that walks through one program share. */
export class Ground {
  readonly program: Program
  readonly classes: Classes
  readonly members: Members
  readonly modules: Modules
  readonly targets = new Targets()
  /** What libraries do. */
  readonly models: CallModels
  readonly chains: Chains
  readonly paths = new Paths()
  readonly tags = new Tags()
  readonly entries = new Entries()
  readonly receivers: Receivers

  constructor(program: Program) {
    this.program = program
    this.models = new CallModels(program)
    this.chains = new Chains(this.targets, this.models)
    this.modules = new Modules(program)
    this.classes = new Classes(program, this.modules)
    this.receivers = new Receivers(this.classes)
    this.members = new Members(this.classes)
  }
}
