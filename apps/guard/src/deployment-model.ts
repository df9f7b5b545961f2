import type { Settings } from '@gatehouse/settings'
import type { DeploymentModel } from '@gatehouse/llm-gateway'

/**
 * The provider that the deployment's settings name, for tenants that have none of their own. It is asked for any model that
 * `GATEWAY_MODELS` lets through, not for `MODEL_NAME` alone: that is the one which the guards ask, and applications name
 * theirs themselves.
 */
export function deploymentModelOf({
  modelBaseUrl: baseUrl,
  modelApiKey: apiKey,
  modelName: name,
  gatewayModels,
  authEnabled,
}: Settings): DeploymentModel | undefined {
  if (baseUrl === undefined || name === undefined) return undefined
  return { baseUrl, apiKey, models: [name, ...gatewayModels], isShared: authEnabled }
}
