/** Own limit of an address. */
const ADDRESS_CHARS_MAX = 2_000

/** `git@host:path`, the short form of ssh addresses. */
const SCP = /^(?:[^/@:\s]+@)?([A-Za-z0-9._-]+):(.+)$/

/** Hosts of ssh addresses, with the host of the same repository in web addresses. */
const WEB_HOSTS: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'vs-ssh.visualstudio.com': 'ssh.dev.azure.com',
}

/**
 * Normalizes the address of a repository: all addresses of one repository (https, ssh, scp form, with or without `.git`, credentials and
 * default port, in any case) have the same key. The port of ssh is omitted because web addresses do not contain it.
 * @returns null if it does not identify a repository
 */
export function repositoryKey(address: string): string | null {
  const text = address.trim()
  if (text.length > ADDRESS_CHARS_MAX) return null
  const [, scpHost, scpPath] = (text.includes('://') ? null : SCP.exec(text)) ?? []
  const url = scpHost === undefined ? text : `ssh://${scpHost}/${scpPath}`
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port, pathname } = new URL(url.toLowerCase())
  const host = WEB_HOSTS[hostname] ?? hostname
  const names = pathname.split('/').filter((name) => name !== '')
  const last = names.pop()?.replace(/\.git$/, '')
  if (host === '' || last === undefined || last === '') return null
  const path = [...names, last]
  const [organization] = host.split('.')
  if (host.endsWith('.visualstudio.com')) {
    return azureKey([organization!, ...(path[0] === 'defaultcollection' ? path.slice(1) : path)])
  }
  if (host === 'dev.azure.com') return azureKey(path)
  if (host === 'ssh.dev.azure.com') return azureKey([...path.slice(1, 3), '_git', ...path.slice(3)])
  const shownPort = protocol === 'ssh:' || protocol === 'git+ssh:' || port === DEFAULT_PORTS[protocol] ? '' : port
  const prefix = protocol === 'svn:' ? 'svn:' : ''
  return `${prefix}${host}${shownPort === '' ? '' : `:${shownPort}`}/${path.join('/')}`
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'git:': '9418', 'svn:': '3690' }

/** Azure DevOps omits the project in the address of a repository with the same name. */
function azureKey(path: readonly string[]): string {
  const [organization, second, third] = path
  const full = path.length === 3 && second === '_git' ? [organization, third, '_git', third] : path
  return `dev.azure.com/${full.join('/')}`
}
