/** Parts of an image reference. */
export interface ImageReference {
  /** Host with port, such as `registry.example:5000`. */
  readonly host: string
  readonly repository: string
  /** Tag, or digest if the reference has one. */
  readonly version: string
  readonly isDigest: boolean
}

const DOCKER_HUB = 'docker.io'
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|\[[0-9A-Fa-f:]{2,45}\])(?::\d{1,5})?$/
const REPOSITORY = /^[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*)*$/
const TAG = /^\w[\w.-]{0,127}$/
const DIGEST = /^sha256:[0-9a-f]{64}$/
const REFERENCE_CHARS_MAX = 512

/** Parses `[host/]name[:tag][@digest]`; undefined for anything else. `docker.io`, `library/` and `latest` are implied. */
export function parseReference(text: string): ImageReference | undefined {
  if (text.length > REFERENCE_CHARS_MAX) return undefined
  const [named = '', digest, ...rest] = text.split('@')
  const slash = named.indexOf('/')
  const first = slash === -1 ? '' : named.slice(0, slash)
  const hasHost = first.includes('.') || first.includes(':') || first === 'localhost'
  const host = hasHost ? first : DOCKER_HUB
  const path = hasHost ? named.slice(slash + 1) : named
  const colon = path.lastIndexOf(':')
  const name = colon === -1 ? path : path.slice(0, colon)
  const tag = colon === -1 ? 'latest' : path.slice(colon + 1)
  const repository = host === DOCKER_HUB && !name.includes('/') ? `library/${name}` : name
  const isValid = HOST.test(host) && REPOSITORY.test(repository) && TAG.test(tag) && rest.length === 0
  if (!isValid || (digest !== undefined && !DIGEST.test(digest))) return undefined
  return { host, repository, version: digest ?? tag, isDigest: digest !== undefined }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/** Returns the base address of a registry. Only registries on this machine use plain HTTP. */
export function registryAddress({ host }: Pick<ImageReference, 'host'>): string {
  if (host === DOCKER_HUB) return 'https://registry-1.docker.io'
  return `${LOOPBACK.test(host) ? 'http' : 'https'}://${host}`
}
