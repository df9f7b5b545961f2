/** What every process gets of the gateway's own environment; nothing else of it. */
export interface ProcessSurroundings {
  readonly path: string
  readonly home?: string | undefined
}

/**
 * Variables by which loaders and interpreters run other code than the command says. A route that could set them would run what it
 * likes through any command that is allowed.
 */
const LOADING =
  /^(?:LD_|DYLD_|NODE_|PYTHON|PERL5|RUBY|JAVA_TOOL_OPTIONS$|_JAVA_OPTIONS$|JDK_JAVA_OPTIONS$|BASH_|ENV$|IFS$|PATH$|SHELLOPTS$|GCONV_PATH$|GLIBC_TUNABLES$|npm_config_|NPM_CONFIG_|UV_|PIP_|BUN_|DENO_|DOTNET_|CORECLR_|GIT_|SSH_)/

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
