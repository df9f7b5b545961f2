import type { VulnDbMode } from '@gatehouse/contracts/appsec'
import type { Store } from '../../connect.ts'

/** Model for an organization's code analysis, and the source of its advisories. */
export interface ModelSettingsRow {
  readonly provider: string
  /** Empty if not configured. */
  readonly baseUrl: string
  readonly model: string
  /** Sealed. */
  readonly apiKey: Buffer | null
  readonly enableLlmSast: boolean
  readonly enableLlmSecrets: boolean
  /** Empty for the public service. */
  readonly vulnDbUrl: string
  readonly vulnDbMode: VulnDbMode
}

export async function readModelSettings(store: Store, organizationId: string): Promise<ModelSettingsRow | undefined> {
  const row = await store.db
    .selectFrom('model_settings')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row === undefined ? undefined : toSettings(row)
}

/** Advisory source of an organization. */
export type AdvisoryChoice = Pick<ModelSettingsRow, 'vulnDbUrl' | 'vulnDbMode'> & { readonly organizationId: string }

/** Returns the settings of all organizations that changed the default. */
export async function advisoryChoices(store: Store): Promise<readonly AdvisoryChoice[]> {
  const rows = await store.db
    .selectFrom('model_settings')
    .select(['organization_id', 'vuln_db_url', 'vuln_db_mode'])
    .execute()
  return rows.map((row) => ({
    organizationId: row.organization_id,
    vulnDbUrl: row.vuln_db_url,
    vulnDbMode: row.vuln_db_mode as VulnDbMode,
  }))
}

/**
 * Saves an organization's settings; concurrent changes are serialized.
 * @param decide returns the new settings for the stored ones
 */
export function saveModelSettings(
  store: Store,
  organizationId: string,
  decide: (stored: ModelSettingsRow | undefined) => ModelSettingsRow,
): Promise<ModelSettingsRow> {
  return store.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute()
    const row = await transaction
      .selectFrom('model_settings')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    const settings = decide(row === undefined ? undefined : toSettings(row))
    const values = {
      provider: settings.provider,
      base_url: settings.baseUrl,
      model: settings.model,
      api_key: settings.apiKey,
      enable_llm_sast: settings.enableLlmSast,
      enable_llm_secrets: settings.enableLlmSecrets,
      vuln_db_url: settings.vulnDbUrl,
      vuln_db_mode: settings.vulnDbMode,
      updated_at: new Date(),
    }
    await transaction
      .insertInto('model_settings')
      .values({ organization_id: organizationId, ...values })
      .onConflict((on) => on.column('organization_id').doUpdateSet(values))
      .execute()
    return settings
  })
}

interface Row {
  readonly provider: string
  readonly base_url: string
  readonly model: string
  readonly api_key: Buffer | null
  readonly enable_llm_sast: boolean
  readonly enable_llm_secrets: boolean
  readonly vuln_db_url: string
  readonly vuln_db_mode: string
}

function toSettings(row: Row): ModelSettingsRow {
  return {
    provider: row.provider,
    baseUrl: row.base_url,
    model: row.model,
    apiKey: row.api_key,
    enableLlmSast: row.enable_llm_sast,
    enableLlmSecrets: row.enable_llm_secrets,
    vulnDbUrl: row.vuln_db_url,
    vulnDbMode: row.vuln_db_mode as VulnDbMode,
  }
}
