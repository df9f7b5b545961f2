import { Retention } from '@gatehouse/contracts/guard'
import { perConfig } from '@gatehouse/guards/agentic'
import { RETENTION_ITEM } from '@gatehouse/store/sealed'

/** Default without a tenant setting. */
export const NO_RETENTION: Retention = Retention.parse({ enabled: false })

/** Parses a stored setting. */
export function storedRetention(document: unknown): Retention {
  return Retention.parse(document)
}

/** Returns the tenant's retention, cached per configuration version. */
export const retentionOf = perConfig(({ items }): Retention => {
  const document = items.get(RETENTION_ITEM.kind)?.get(RETENTION_ITEM.name)
  return document === undefined ? NO_RETENTION : storedRetention(document)
})
