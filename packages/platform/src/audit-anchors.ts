import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { AuditHead, HeadAnchors } from '@gatehouse/store/audit'
import { z } from 'zod'

/** File in the data folder with the latest heads of the audit chains. */
export const ANCHORS_FILE = 'audit-heads.json'

/** Own limit for the delay before a new head is written to the file. */
const SAVE_MS = 10_000

/** Own limit for the number of stored chains; about 10 MB. */
const TENANTS_MAX = 100_000

const PURPOSE = 'audit anchors'

const StoredAnchors = z.object({
  key_id: z.string(),
  signature: z.string(),
  heads: z.record(z.string(), z.object({ seq: z.number().int(), hash: z.string() })),
})

/** Heads of chains in a signed file outside the database. Detects a chain that was rolled back to an older state. */
export interface AnchorFile extends HeadAnchors {
  /** Writes new heads. */
  save(): void
  /** Writes new heads and stops the periodic writes. */
  close(): Promise<void>
}

/**
 * Opens the file. Reports and ignores a file that was modified without the master key.
 * @param onProblem called if the file cannot be used or written
 * @param mayWrite false for commands that only verify
 */
export function openAnchors(
  path: string,
  keys: KeyRing,
  onProblem: (reason: string) => void,
  mayWrite = true,
): AnchorFile {
  const heads = readAnchors(path, keys, onProblem)
  let isDirty = false
  const save = (): void => {
    if (!isDirty || !mayWrite) return
    isDirty = false
    try {
      // Another process with the same data folder may have newer heads of other chains.
      for (const [tenant, head] of readAnchors(path, keys, () => {})) {
        if (head.seq > (heads.get(tenant)?.seq ?? -1)) heads.set(tenant, head)
      }
      writeAnchors(path, keys, heads)
    } catch (thrown) {
      isDirty = true
      onProblem(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }
  const timer = mayWrite ? setInterval(save, SAVE_MS).unref() : undefined
  return {
    get: (tenantId) => heads.get(tenantId),
    note(tenantId, head) {
      heads.delete(tenantId)
      heads.set(tenantId, head)
      if (heads.size > TENANTS_MAX) heads.delete(heads.keys().next().value!)
      isDirty = true
    },
    save,
    close() {
      clearInterval(timer)
      save()
      return Promise.resolve()
    },
  }
}

function readAnchors(path: string, keys: KeyRing, onProblem: (reason: string) => void): Map<string, AuditHead> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') onProblem(`${path} cannot be read`)
    return new Map()
  }
  const stored = StoredAnchors.safeParse(parsed(text))
  if (!stored.success) {
    onProblem(`${path} is not a valid audit heads file`)
    return new Map()
  }
  const { heads, key_id: keyId, signature } = stored.data
  if (keys.verify(Buffer.from(signature, 'hex'), keyId, JSON.stringify(heads), PURPOSE) !== 'valid') {
    onProblem(`${path} was written with a master key that is not configured`)
    return new Map()
  }
  return new Map(Object.entries(heads))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Written under a temporary name first, so that the file is never incomplete. */
function writeAnchors(path: string, keys: KeyRing, heads: ReadonlyMap<string, AuditHead>): void {
  const record = Object.fromEntries(heads)
  const signature = keys.sign(JSON.stringify(record), PURPOSE).toString('hex')
  const draft = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify({ key_id: keys.keyId, signature, heads: record }))
    fsyncSync(file)
  } catch (thrown) {
    rmSync(draft, { force: true })
    throw thrown
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}
