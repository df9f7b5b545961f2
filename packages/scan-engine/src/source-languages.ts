/** File name patterns for the source code of one language. */
export interface SourceFiles {
  readonly extensions: readonly string[]
  /** Full names of files without such an extension. */
  readonly fileNames?: RegExp
}

/** The languages that static analysis reads, and the names of their files. */
export const SOURCE_FILES = {
  bash: {
    extensions: ['.sh', '.bash', '.ksh', '.bats'],
    fileNames: /^\.?(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|envrc)$/,
  },
  c: { extensions: ['.c'] },
  cpp: { extensions: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.tpp', '.inl'] },
  csharp: { extensions: ['.cs'] },
  dockerfile: {
    extensions: ['.dockerfile', '.containerfile'],
    // Dockerfile.dockerignore lists excluded build files.
    fileNames: /^(?!.*ignore$)(?:Dockerfile|Containerfile)(?:[._-][\w.-]+)?$/i,
  },
  go: { extensions: ['.go'] },
  hcl: { extensions: ['.tf', '.tfvars', '.hcl'] },
  'c-header': { extensions: ['.h'] },
  java: { extensions: ['.java'] },
  javascript: { extensions: ['.js', '.jsx', '.mjs', '.cjs', '.es6', '.jsm'] },
  json: { extensions: ['.json', '.jsonc', '.json5', '.webmanifest'] },
  kotlin: { extensions: ['.kt', '.kts'] },
  php: { extensions: ['.php', '.php3', '.php4', '.php5', '.php7', '.php8', '.phtml', '.phar', '.inc', '.module'] },
  python: {
    extensions: ['.py', '.pyi', '.pyw', '.wsgi'],
    fileNames: /^(?:SConstruct|SConscript|wscript)$/,
  },
  ruby: {
    extensions: ['.rb', '.rake', '.gemspec', '.ru'],
    fileNames: /^(?:Rakefile|Gemfile|Vagrantfile|Podfile|Fastfile|Guardfile|Capfile|Brewfile|Dangerfile|Berksfile)$/,
  },
  rust: { extensions: ['.rs'] },
  tsx: { extensions: ['.tsx'] },
  typescript: { extensions: ['.ts', '.mts', '.cts'] },
  yaml: { extensions: ['.yaml', '.yml'] },
} as const satisfies Readonly<Record<string, SourceFiles>>

const byExtension = new Map<string, string>()
const byFileName: { readonly name: string; readonly fileNames: RegExp }[] = []
for (const [name, { extensions, fileNames }] of Object.entries<SourceFiles>(SOURCE_FILES)) {
  for (const extension of extensions) byExtension.set(extension, name)
  if (fileNames !== undefined) byFileName.push({ name, fileNames })
}

/** Returns the language of a file by its name; undefined if static analysis does not support it. */
export function sourceLanguageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  const known = dot === -1 ? undefined : byExtension.get(name.slice(dot).toLowerCase())
  return known ?? byFileName.find(({ fileNames }) => fileNames.test(name))?.name
}

/** Programming languages without support in static analysis, by file extension. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  Ada: ['.adb', '.ads'],
  Apex: ['.trigger'],
  Clojure: ['.clj', '.cljs', '.cljc'],
  COBOL: ['.cbl', '.cob'],
  CoffeeScript: ['.coffee'],
  Crystal: ['.cr'],
  Dart: ['.dart'],
  Elixir: ['.ex', '.exs', '.eex', '.heex'],
  Elm: ['.elm'],
  Erlang: ['.erl', '.hrl'],
  'F#': ['.fs', '.fsx'],
  Fortran: ['.f90', '.f95', '.f03'],
  Groovy: ['.groovy'],
  Haskell: ['.hs'],
  Julia: ['.jl'],
  Lua: ['.lua'],
  Nim: ['.nim'],
  'Objective-C': ['.m', '.mm'],
  OCaml: ['.ml', '.mli'],
  Pascal: ['.pas'],
  Perl: ['.pl', '.pm', '.cgi'],
  'PL/SQL': ['.pls', '.pkb', '.pks'],
  PowerShell: ['.ps1', '.psm1'],
  R: ['.r'],
  Racket: ['.rkt'],
  Scala: ['.scala', '.sc'],
  Solidity: ['.sol'],
  Swift: ['.swift'],
  Tcl: ['.tcl'],
  'Visual Basic': ['.vb', '.bas'],
  Zig: ['.zig'],
}

const unsupportedBy = new Map(
  Object.entries(UNSUPPORTED).flatMap(([name, extensions]) =>
    extensions.map((extension) => [extension, name] as const),
  ),
)

/** Returns the unsupported programming language of a file, or undefined. */
export function unsupportedLanguageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 1 ? undefined : unsupportedBy.get(name.slice(dot).toLowerCase())
}
