import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CicdPlatform } from '@gatehouse/contracts/scans'
import { readScript } from './script.ts'

/**
 * Complete client scripts of earlier releases, as file names in this folder. Existing pipelines contain their digests and work as long as
 * the files exist.
 */
const EARLIER_CLIENTS: readonly string[] = []

const CLIENT = readScript(new URL('client.sh', import.meta.url))
const CLIENTS = new Map(
  [CLIENT, ...EARLIER_CLIENTS.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))].map(
    (text) => [sha256Of(text), text] as const,
  ),
)

/** Returns the client with this digest, or the current client; undefined if this release has no such client. */
export function pipelineClient(sha256: string | undefined): string | undefined {
  return sha256 === undefined ? CLIENT : CLIENTS.get(sha256)
}

const FILES: Readonly<Record<CicdPlatform, string>> = {
  github: 'github-actions.yml',
  'github-actions': 'github-actions.yml',
  gitlab: 'gitlab-ci.yml',
  'gitlab-ci': 'gitlab-ci.yml',
  jenkins: 'Jenkinsfile',
  'azure-devops': 'azure-pipelines.yml',
  'azure-devops-pipelines': 'azure-pipelines.yml',
  bitbucket: 'bitbucket-pipelines.yml',
}

const TEMPLATES = new Map(
  [...new Set(Object.values(FILES))].map((name) => {
    const text = readFileSync(new URL(`templates/${name}`, import.meta.url), 'utf8')
    return [name, text.replaceAll('@CLIENT_SHA256@', sha256Of(CLIENT))] as const
  }),
)

/** Returns the pipeline template of a platform. Contains the digest of the client that it fetches. */
export function pipelineTemplate(platform: CicdPlatform): string {
  return TEMPLATES.get(FILES[platform])!
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
