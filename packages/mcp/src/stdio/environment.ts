/** Part of the gateway's environment that every process inherits; nothing else is passed on. */
export interface ProcessSurroundings {
  readonly path: string
  readonly home?: string | undefined
}

/** Name prefixes, or complete names (`$`): of loaders and shells, languages, and package managers. */
const LOADING_NAMES = `
  LD_ DYLD_ GCONV_PATH$ GLIBC_TUNABLES$ BASH_ ENV$ IFS$ PATH$ HOME$ SHELLOPTS$ XDG_
  NODE_ BUN_ DENO_ PYTHON PERL RUBY GEM_ BUNDLE_ LUA_ PHP R_ JULIA_ ERL_ CLASSPATH$ JAVA_ _JAVA_ JDK_ MAVEN_ GRADLE_
  DOTNET_ CORECLR_ COMPLUS_ GOFLAGS$ GOPATH$ GOPROXY$ GOROOT$ GOENV$ GOTOOLCHAIN$
  NPM_ YARN_ PNPM_ UV_ PIP_ CARGO_ RUSTC GIT_ SSH_ DOCKER_ OPENSSL_`

/**
 * Variables that make loaders and interpreters execute other code, or read configuration and packages from elsewhere. A route that sets
 * them could run arbitrary code through any allowed command. Some programs ignore case.
 */
const LOADING = new RegExp(`^(?:${LOADING_NAMES.trim().split(/\s+/).join('|')})`, 'i')

/** Variables with these prefixes that load no code. */
const HARMLESS = new Set(['NODE_ENV', 'NODE_NO_WARNINGS', 'PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PYTHONUTF8'])

/** Returns the first forbidden variable of a route, or undefined. */
export function refusedVariable(env: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(env).find((name) => LOADING.test(name) && !HARMLESS.has(name))
}

/** Returns the complete environment of a process. */
export function environmentOf(
  { path, home }: ProcessSurroundings,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  return { PATH: path, ...(home === undefined ? {} : { HOME: home }), ...env }
}
