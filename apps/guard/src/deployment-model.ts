import type { Settings } from '@gatehouse/settings'
import type { DeploymentModel } from '@gatehouse/llm-gateway'

/**
 * Returns the provider of the deployment's settings, for tenants without one. It is used for any model in `GATEWAY_MODELS`, not only for
 * `MODEL_NAME`, which is the guards' model; applications select their own.
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
