/** What every process gets of the gateway's own environment; nothing else of it. */
export interface ProcessSurroundings {
  readonly path: string
  readonly home?: string | undefined
}

/** Beginnings of names, or whole ones (`$`): of loaders and shells, of languages, of what fetches packages. */
const LOADING_NAMES = `
  LD_ DYLD_ GCONV_PATH$ GLIBC_TUNABLES$ BASH_ ENV$ IFS$ PATH$ HOME$ SHELLOPTS$ XDG_
  NODE_ BUN_ DENO_ PYTHON PERL RUBY GEM_ BUNDLE_ LUA_ PHP R_ JULIA_ ERL_ CLASSPATH$ JAVA_ _JAVA_ JDK_ MAVEN_ GRADLE_
  DOTNET_ CORECLR_ COMPLUS_ GOFLAGS$ GOPATH$ GOPROXY$ GOROOT$ GOENV$ GOTOOLCHAIN$
  NPM_ YARN_ PNPM_ UV_ PIP_ CARGO_ RUSTC GIT_ SSH_ DOCKER_ OPENSSL_`

/**
 * Variables by which loaders and interpreters run other code than the command says, or look for their configuration and
 * packages elsewhere. A route that could set them would run what it likes through any command that is allowed. Some programs
 * read them in any case.
 */
const LOADING = new RegExp(`^(?:${LOADING_NAMES.trim().split(/\s+/).join('|')})`, 'i')

/** Variables of those families that load nothing. */
const HARMLESS = new Set(['NODE_ENV', 'NODE_NO_WARNINGS', 'PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PYTHONUTF8'])

/** The first variable that a route may not set; undefined when all are harmless. */
export function refusedVariable(env: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(env).find((name) => LOADING.test(name) && !HARMLESS.has(name))
}

/** The whole environment of a process. */
export function environmentOf(
  { path, home }: ProcessSurroundings,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  return { PATH: path, ...(home === undefined ? {} : { HOME: home }), ...env }
}
