import type { Handlers } from '@gatehouse/contracts'
import type { ModelSettings, modelSettingsEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { type ModelSettingsRow, readModelSettings, saveModelSettings } from '@gatehouse/store/organizations'
import { memberEntry } from '../audited.ts'
import { checkSavedAddress, WEB_SCHEMES } from '../saved-address.ts'
import { changedSettings, MODEL_SETTINGS_DEFAULT } from '../settings/model-settings.ts'
import type { AppsecPorts } from './handler.ts'

/** Handlers of the organization's model settings. */
export function modelSettingsHandlers(ports: AppsecPorts): Handlers<typeof modelSettingsEndpoints, RequestContext> {
  const { store, audit, egress, keys } = ports
  return {
    async readModelSettings({ context }) {
      return shown((await readModelSettings(store, memberOf(context).organizationId)) ?? MODEL_SETTINGS_DEFAULT)
    },
    async saveModelSettings({ body, context }) {
      const { organizationId } = memberOf(context)
      await checkSavedAddress(body.baseUrl, { field: 'baseUrl', schemes: WEB_SCHEMES }, egress)
      await checkSavedAddress(body.vulnDbUrl, { field: 'vulnDbUrl', schemes: WEB_SCHEMES }, egress)
      const saved = await saveModelSettings(store, organizationId, (stored = MODEL_SETTINGS_DEFAULT) =>
        changedSettings(stored, body, organizationId, keys),
      )
      const event = { action: 'model_settings.saved', resource: 'organization', resourceId: organizationId } as const
      await audit.append(memberEntry({ ...event, details: shown(saved) }, context))
      return shown(saved)
    },
  }
}

function shown({ apiKey, ...settings }: ModelSettingsRow): ModelSettings {
  return { ...settings, hasApiKey: apiKey !== null }
}
