import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PolicyFile } from '@gatehouse/contracts/policies'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { Io } from '../../command.ts'
import { documentOf, fileOf, readTenant } from '../../policy/document.ts'
import { policyFileText, readPolicyFile } from '../../policy/file.ts'
import { push, stepsTo } from '../../policy/push.ts'
import { serverAt } from '../../policy/server.ts'

/** Policy to harden: a file, or a tenant of a guard service. */
export interface Destination {
  /** Policy in force; undefined: none yet. */
  readonly base: PolicyFile | undefined
  /** Whether publishing replaces a policy in force, and so needs a confirmation. */
  readonly needsConfirmation: boolean
  /** Publishes a policy. @returns where */
  readonly publish: (policy: Readonly<Record<string, unknown>>) => Promise<string>
}

/**
 * Opens the policy to harden. A name with a path separator or a file extension is a file; other names are tenants.
 * @throws {Failure} `invalid_request` for an invalid file; `conflict` if the key belongs to another tenant
 */
export async function openDestination(name: string, url: string | undefined, io: Io): Promise<Destination> {
  return /[/\\]|\.(?:ya?ml|json)$/i.test(name) ? ofFile(name, io) : ofTenant(name, url, io)
}

function ofFile(name: string, io: Io): Destination {
  const path = resolve(io.cwd, name)
  const exists = existsSync(path)
  return {
    base: exists ? readPolicyFile(name, io) : undefined,
    needsConfirmation: exists,
    publish: (policy) => {
      writePolicy(name, policy, io)
      return Promise.resolve(name)
    },
  }
}

async function ofTenant(name: string, url: string | undefined, io: Io): Promise<Destination> {
  const server = serverAt(url, io)
  const remote = await readTenant(server)
  if (remote.tenantId !== name) {
    throw new Failure('conflict', `The key belongs to tenant "${remote.tenantId}", not to tenant "${name}".`)
  }
  return {
    base: PolicyFile.parse(fileOf(remote)),
    needsConfirmation: true,
    async publish(policy) {
      const local = documentOf(PolicyFile.parse(policy))
      await push(server, stepsTo(remote, local, io.env), () => undefined)
      return `tenant ${name}`
    },
  }
}

/** @throws {Failure} `invalid_request` if the file cannot be written */
export function writePolicy(name: string, policy: Readonly<Record<string, unknown>>, { cwd }: Pick<Io, 'cwd'>): void {
  try {
    writeFileSync(resolve(cwd, name), policyFileText(policy), { mode: 0o600 })
  } catch (error) {
    throw new Failure('invalid_request', `Cannot write ${name}: ${messageOf(error)}`)
  }
}
