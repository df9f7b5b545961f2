import { Accessors } from './accessors.ts'
import { CallModels } from './call-models.ts'
import { Checked } from './checked.ts'
import { Chains } from './chains.ts'
import { Classes } from './classes.ts'
import { Members } from './members.ts'
import { Modules } from './modules.ts'
import { Paths } from './paths.ts'
import type { Program } from './program.ts'
import type { Projects } from './projects.ts'
import { Receivers } from './receivers.ts'
import { Entries, Tags } from './tags.ts'
import { Targets } from './targets.ts'

/** State shared by all walks through one program. */
export class Ground {
  readonly program: Program
  readonly classes: Classes
  readonly members: Members
  readonly accessors = new Accessors()
  readonly modules: Modules
  readonly targets = new Targets()
  /** Checks of arguments by functions. */
  readonly checked = new Checked(this)
  /** Library models. */
  readonly models: CallModels
  readonly chains: Chains
  readonly paths = new Paths()
  readonly tags = new Tags()
  readonly entries = new Entries()
  readonly receivers: Receivers

  constructor(program: Program, projects: Projects) {
    this.program = program
    this.models = new CallModels(program)
    this.chains = new Chains(this.targets, this.models)
    this.modules = new Modules(program, projects)
    this.classes = new Classes(program, this.modules)
    this.receivers = new Receivers(this.classes)
    this.members = new Members(this.classes)
  }
}
