import { canonicalGuardName, type GuardBlock, type GuardEntry } from '@gatehouse/contracts/policies'
import type { ContentStage, Registry } from '@gatehouse/guards'
import { MASK } from '@gatehouse/kernel'

/** Returns a block for a response: a guard's secret settings are masked at every position. */
export function maskedBlock(stage: ContentStage, block: GuardBlock, registry: Registry): GuardBlock {
  return mapSecrets(stage, block, registry, (settings, name) => ({ ...settings, [name]: MASK }))
}

/** Returns a received block with stored values in place of masks: a response can be sent back. */
export function unmaskedBlock(
  stage: ContentStage,
  block: GuardBlock,
  stored: GuardBlock | undefined,
  registry: Registry,
): GuardBlock {
  const before = new Map(Object.entries(stored ?? {}).map(([name, entry]) => [canonicalGuardName(name), entry]))
  return mapSecrets(stage, block, registry, (settings, name, guard) => {
    if (settings[name] !== MASK) return settings
    const entry = before.get(guard)
    return { ...settings, [name]: entry?.settings?.[name] ?? entry?.[name] }
  })
}

type Change = (
  settings: Readonly<Record<string, unknown>>,
  name: string,
  guard: string,
) => Readonly<Record<string, unknown>>

function mapSecrets(stage: ContentStage, block: GuardBlock, registry: Registry, change: Change): GuardBlock {
  const entries = Object.entries(block).map(([name, entry]): [string, GuardEntry] => {
    const guard = canonicalGuardName(name)
    let changed: Readonly<Record<string, unknown>> = entry
    for (const secret of registry.find(stage, guard)?.secretSettings ?? []) {
      // Settings may be in `settings` or next to `enabled`.
      if (Object.hasOwn(changed, secret)) changed = change(changed, secret, guard)
      const { settings } = changed as GuardEntry
      if (settings !== undefined && Object.hasOwn(settings, secret)) {
        changed = { ...changed, settings: change(settings, secret, guard) }
      }
    }
    return [name, changed]
  })
  return Object.fromEntries(entries)
}
