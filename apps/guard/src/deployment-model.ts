import type { Settings } from '@gatehouse/settings'
import type { DeploymentModel } from '@gatehouse/llm-gateway'

/**
 * Returns the provider of the deployment's settings, for tenants without their own. It serves any model in `GATEWAY_MODELS`.
 * `MODEL_NAME` is only the guards' model.
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
