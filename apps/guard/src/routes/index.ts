import type { Handlers } from '@gatehouse/contracts'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import { createTenantKey, revokeTenantKey } from './administration/keys.ts'
import { serverConfigHandlers } from './administration/server-config.ts'
import {
  changeTenant,
  createTenant,
  deleteTenant,
  listTenants,
  readTenant,
  readTenantUsage,
  restoreTenant,
} from './administration/tenants.ts'
import { gatewayHandlers } from './gateways.ts'
import { agentCheckHandlers } from './agent-checks.ts'
import { auditHandlers } from './audit.ts'
import { capabilityHandlers } from './capability.ts'
import { checkFile } from './check-file.ts'
import { checkInput } from './check-input.ts'
import { checkOutput } from './check-output.ts'
import { checkToolOutput } from './check-tool-output.ts'
import { checkTopic } from './check-topic.ts'
import { classify } from './classify.ts'
import { classifyOutput } from './classify-output.ts'
import type { GuardPorts } from './handler.ts'
import { listGuardrails } from './list-guardrails.ts'
import { mcpServerHandlers } from './mcp-servers.ts'
import { memoryHandlers } from './memory.ts'
import {
  changeAgent,
  createAgent,
  deleteAgent,
  forgetUnregistered,
  listAgents,
  listRoles,
  listUnregistered,
  readAgent,
} from './tenant/agents.ts'
import { approvalHandlers } from './tenant/approvals.ts'
import { customPolicyHandlers } from './tenant/custom-policies.ts'
import { dataPolicyHandlers } from './tenant/data-policies.ts'
import { lockoutHandlers } from './tenant/holds.ts'
import { createOwnKey, listOwnKeys, readOwnTenant, revokeOwnKey, readOwnUsage } from './tenant/own.ts'
import {
  diffPolicies,
  listPolicyVersions,
  readPolicies,
  readPolicyVersion,
  replacePolicies,
  restorePolicyVersion,
} from './tenant/policies.ts'
import { webhookHandlers } from './tenant/webhooks.ts'
import { replayHandlers } from './tenant/replay.ts'
import { toolHandlers } from './tenant/tools.ts'
import { toolCheckHandlers } from './tool-check.ts'
import { toolControlHandlers } from './tool-controls.ts'
import { forgetTokens, revealTokens } from './vault.ts'

/** A missing handler is a type error. */
export function handlersOf(ports: GuardPorts): Handlers<typeof guardEndpoints, RequestContext> {
  return {
    checkInput: checkInput(ports),
    checkOutput: checkOutput(ports),
    checkFile: checkFile(ports),
    checkTopic: checkTopic(ports),
    classify: classify(ports),
    classifyOutput: classifyOutput(ports),
    listGuardrails: listGuardrails(ports),
    ...auditHandlers(ports),
    ...serverConfigHandlers(ports),
    ...replayHandlers(ports),
    listTenants: listTenants(ports),
    createTenant: createTenant(ports),
    readTenant: readTenant(ports),
    changeTenant: changeTenant(ports),
    deleteTenant: deleteTenant(ports),
    restoreTenant: restoreTenant(ports),
    createTenantKey: createTenantKey(ports),
    revokeTenantKey: revokeTenantKey(ports),
    readTenantUsage: readTenantUsage(ports),
    readOwnUsage: readOwnUsage(ports),
    readOwnTenant: readOwnTenant(ports),
    listOwnKeys: listOwnKeys(ports),
    createOwnKey: createOwnKey(ports),
    revokeOwnKey: revokeOwnKey(ports),
    readPolicies: readPolicies(ports),
    replacePolicies: replacePolicies(ports),
    listPolicyVersions: listPolicyVersions(ports),
    readPolicyVersion: readPolicyVersion(ports),
    restorePolicyVersion: restorePolicyVersion(ports),
    diffPolicies: diffPolicies(ports),
    ...customPolicyHandlers(ports),
    ...dataPolicyHandlers(ports),
    checkToolOutput: checkToolOutput(ports),
    listAgents: listAgents(ports),
    createAgent: createAgent(ports),
    readAgent: readAgent(ports),
    changeAgent: changeAgent(ports),
    deleteAgent: deleteAgent(ports),
    listRoles: listRoles(ports),
    listUnregistered: listUnregistered(ports),
    forgetUnregistered: forgetUnregistered(ports),
    ...capabilityHandlers(ports),
    ...approvalHandlers(ports),
    ...toolControlHandlers(ports),
    ...lockoutHandlers(ports),
    ...webhookHandlers(ports),
    ...toolCheckHandlers(ports),
    ...toolHandlers(ports),
    revealTokens: revealTokens(ports),
    forgetTokens: forgetTokens(ports),
    ...memoryHandlers(ports),
    ...agentCheckHandlers(ports),
    ...mcpServerHandlers(ports),
    ...gatewayHandlers(ports),
  }
}
