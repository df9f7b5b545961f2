import { classesEnding, classesNamed, importsAs } from './look-up.ts'
import type { Modules } from './modules.ts'
import { type ClassNode, dotted, type FileNode, type Fn, type Program, push } from './program.ts'

/** Own limit: a name shared by more classes is ambiguous. */
const IMPLEMENTATIONS_MAX = 24
/** Own limit: superclasses that a member lookup visits. */
const LINE_MAX = 96

/** The classes of all files, by name and by superclass. */
export class Classes {
  readonly #byName = new Map<string, ClassNode[]>()
  readonly #byFullName = new Map<string, ClassNode[]>()
  readonly #supers = new Map<ClassNode, readonly ClassNode[]>()
  readonly #lines = new Map<ClassNode, readonly ClassNode[]>()
  readonly #subs = new Map<ClassNode, ClassNode[]>()
  /** By the unqualified name of their declared supertypes. */
  readonly #implementations = new Map<string, ClassNode[]>()
  readonly #methods = new Map<string, Fn[]>()
  readonly #constructors = new Map<ClassNode, readonly Fn[]>()

  /** Of C#: namespaces with global usings, from files without a class. */
  readonly #everywhere = new Set<string>()

  readonly #modules: Modules

  constructor(program: Program, modules: Modules) {
    this.#modules = modules
    for (const { family, classes, facts } of program.files) {
      if (family === 'csharp' && classes.length === 0)
        for (const item of facts.imports) this.#everywhere.add(item.module)
    }
    for (const node of program.classes) {
      push(this.#byName, `${node.file.family} ${lastOf(node.facts.name)}`, node)
      push(this.#byFullName, `${node.file.family} ${node.fullName}`, node)
      for (const [name, found] of node.methods) {
        for (const fn of found) push(this.#methods, `${node.file.family} ${name}`, fn)
      }
    }
    for (const node of program.classes) {
      const supers = node.facts.supers.flatMap((name) => this.declared(name, node.file)).filter((item) => item !== node)
      this.#supers.set(node, supers)
      for (const item of supers) push(this.#subs, item, node)
      for (const name of node.facts.supers)
        push(this.#implementations, `${node.file.family} ${lastOf(dotted(name))}`, node)
    }
  }

  /** Returns the classes that a type name in a file may mean; for an external type, the classes that declare it as a supertype. */
  named(type: string, file: FileNode): readonly ClassNode[] {
    const declared = this.declared(type, file)
    if (declared.length > 0) return declared
    const name = plain(type)
    const found = this.#implementations.get(`${file.family} ${lastOf(name)}`) ?? []
    return found.length > IMPLEMENTATIONS_MAX ? [] : found
  }

  /** Like {@link Classes.named}, but only classes with this name. */
  declared(type: string, file: FileNode): readonly ClassNode[] {
    const imported = this.#imported(type, file)
    if (imported !== undefined) return imported
    const name = plain(type)
    if (name === '') return []
    const own = classesEnding(file.classes, name)
    if (own.length > 0 || isModule(file)) return own
    const full =
      this.#byFullName.get(`${file.family} ${name}`) ??
      this.#byFullName.get(`${file.family} ${dotted(file.facts.package, name)}`)
    const seen = full ?? this.#visible(name, file)
    if (seen.length > 0) return seen
    const found = this.#byName.get(`${file.family} ${lastOf(name)}`) ?? []
    // An unresolved qualified name is external: `java.io.File` is not a `File` of the tree.
    const fits = found.filter((item) => (name.includes('.') ? isTail(item.fullName, name) : this.#isOpen(item, file)))
    const near = fits.filter(({ file: other }) => other.facts.package === file.facts.package)
    const chosen = near.length > 0 && file.facts.package !== '' ? near : fits
    return chosen.length > IMPLEMENTATIONS_MAX ? [] : chosen
  }

  /** Resolves an unqualified name by wildcard imports and by enclosing packages. */
  #visible(name: string, { facts, family }: FileNode): readonly ClassNode[] {
    const simple = name === dotted(facts.package, lastOf(name)) ? lastOf(name) : name
    const parts = dotted(facts.package).split('.')
    const around = family === 'csharp' ? parts.map((_, index) => parts.slice(0, index + 1).join('.')).toReversed() : []
    const whole = importsAs(facts.imports, '*').map(({ module }) => module)
    for (const place of new Set([...around, ...whole])) {
      const found = this.#byFullName.get(`${family} ${dotted(place, simple)}`)
      if (found !== undefined) return found
    }
    return []
  }

  /** Whether a class is visible by its unqualified name: in C# classes of other namespaces are not, except with global usings. */
  #isOpen({ file: { facts } }: ClassNode, file: FileNode): boolean {
    if (file.family !== 'csharp' || facts.package === '' || file.facts.package === '') return true
    return facts.package === file.facts.package || this.#everywhere.has(facts.package)
  }

  /** For languages that import files: `./repo.Repo`, `app.models.User`. Undefined where no file is named. */
  #imported(type: string, file: FileNode): readonly ClassNode[] | undefined {
    if (!['javascript', 'python', 'rust'].includes(file.family)) return undefined
    const at = type.lastIndexOf('.')
    if (at <= 0) return undefined
    const [module, name] = [type.slice(0, at), type.slice(at + 1)]
    const files = this.#modules.files(file, module)
    if (files.length === 0) return module.startsWith('.') && file.family === 'javascript' ? [] : undefined
    const own = files.flatMap(({ classes }) => classesNamed(classes, name))
    // A file may re-export a class of another file.
    const others = own.length > 0 ? own : (this.#byName.get(`${file.family} ${name}`) ?? [])
    return others.length > IMPLEMENTATIONS_MAX ? [] : others
  }

  /** The methods that a call on an instance may run. @param isExact whether it is of that class and none below */
  dispatch(node: ClassNode, method: string, isExact: boolean): readonly Fn[] {
    const own = this.inherited(node, method)
    if (isExact) return own
    const below = this.below(node).flatMap((item) => item.methods.get(method) ?? [])
    return below.length > IMPLEMENTATIONS_MAX ? own : [...new Set([...own, ...below])]
  }

  /** A method of a class or of the first class above that has it. */
  inherited(node: ClassNode, method: string): readonly Fn[] {
    for (const item of this.#line(node)) {
      const found = item.methods.get(method)
      if (found !== undefined) return found
    }
    return []
  }

  /** Returns the constructors that run for a new instance. */
  constructorsOf(node: ClassNode): readonly Fn[] {
    for (const item of this.#line(node)) {
      const found = this.#ownConstructors(item)
      if (found.length > 0) return found
    }
    return []
  }

  #ownConstructors(node: ClassNode): readonly Fn[] {
    let found = this.#constructors.get(node)
    if (found === undefined) {
      found = [...node.methods.values()].flat().filter(({ facts }) => facts.kind === 'constructor')
      this.#constructors.set(node, found)
    }
    return found
  }

  /**
   * Returns a class and its superclasses in member lookup order, each once: repeated or cyclic inheritance would otherwise be visited once
   * per path.
   */
  #line(node: ClassNode): readonly ClassNode[] {
    let line = this.#lines.get(node)
    if (line === undefined) {
      const found = new Set<ClassNode>()
      const visit = (classNode: ClassNode): void => {
        if (found.has(classNode) || found.size >= LINE_MAX) return
        found.add(classNode)
        for (const above of this.#supers.get(classNode) ?? []) visit(above)
      }
      visit(node)
      line = [...found]
      this.#lines.set(node, line)
    }
    return line
  }

  /** Returns the transitive subclasses of a class, nearest first. */
  below(node: ClassNode): readonly ClassNode[] {
    const found = new Set<ClassNode>()
    const wanted = [node]
    for (const item of wanted) {
      for (const sub of this.#subs.get(item) ?? []) {
        if (found.has(sub) || found.size >= IMPLEMENTATIONS_MAX * 4) continue
        found.add(sub)
        wanted.push(sub)
      }
    }
    return [...found]
  }

  /** Returns the classes that share members with a class: superclasses, itself, and subclasses. */
  related(node: ClassNode): readonly ClassNode[] {
    const found = new Set<ClassNode>([node, ...this.below(node)])
    const wanted = [node]
    for (const item of wanted) {
      for (const above of this.#supers.get(item) ?? []) {
        if (found.has(above) || found.size >= IMPLEMENTATIONS_MAX * 4) continue
        found.add(above)
        wanted.push(above)
      }
    }
    return [...found]
  }

  /** Returns the transitive superclasses of a class, nearest first. */
  above(node: ClassNode): readonly ClassNode[] {
    const found = new Set<ClassNode>()
    const wanted = [node]
    for (const item of wanted) {
      for (const above of this.#supers.get(item) ?? []) {
        if (found.has(above) || found.size >= IMPLEMENTATIONS_MAX) continue
        found.add(above)
        wanted.push(above)
      }
    }
    return [...found]
  }

  /** All methods of a name in the languages of a file. */
  methodsNamed(name: string, file: FileNode): readonly Fn[] {
    return this.#methods.get(`${file.family} ${name}`) ?? []
  }

  /** Returns the first declared superclass of a class. */
  superOf(node: ClassNode): ClassNode | undefined {
    return this.#supers.get(node)?.[0]
  }
}

/** Whether a file, in a language that imports files, resolves its names by imports. */
function isModule({ family, facts }: FileNode): boolean {
  return family === 'javascript' && (facts.imports.length > 0 || facts.exports.length > 0)
}

/** Returns a type without type arguments and punctuation. */
function plain(type: string): string {
  return dotted(type.replace(/[<[({].{0,1000}$/s, '').replace(/^[*&?:\s]{1,20}|[?!\s]{1,20}$/g, ''))
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function isTail(long: string, short: string): boolean {
  return long === short || long.endsWith(`.${short}`)
}
