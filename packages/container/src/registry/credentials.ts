import { z } from 'zod'

/** Credentials of one registry. */
export type RegistryCredentials =
  | { readonly username: string; readonly password: string }
  /** Token of an account, which is exchanged for tokens of repositories. */
  | { readonly identityToken: string }

const Config = z.object({
  auths: z
    .record(z.string(), z.object({ auth: z.string().optional(), identitytoken: z.string().optional() }))
    .optional(),
})

/** Names of Docker Hub in configuration files. */
const DOCKER_HUB = ['https://index.docker.io/v1/', 'index.docker.io', 'docker.io', 'registry-1.docker.io']

/**
 * Returns the credentials of a registry from the configuration file of Docker or Podman; undefined when it has none.
 * @see https://github.com/docker/cli/blob/master/docs/reference/commandline/login.md
 */
export function dockerCredentials(config: unknown, host: string): RegistryCredentials | undefined {
  const { auths = {} } = Config.catch({}).parse(config)
  const names = host === 'docker.io' ? DOCKER_HUB : [host, `https://${host}`, `https://${host}/`]
  for (const name of names) {
    const entry = Object.hasOwn(auths, name) ? auths[name] : undefined
    if (entry?.identitytoken) return { identityToken: entry.identitytoken }
    const text = Buffer.from(entry?.auth ?? '', 'base64').toString('utf8')
    const colon = text.indexOf(':')
    if (colon > 0) return { username: text.slice(0, colon), password: text.slice(colon + 1) }
  }
  return undefined
}
