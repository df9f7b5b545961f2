import { z } from 'zod'
import { defineEndpoints, get, post } from '../endpoint.ts'
import { agentEndpoints } from './agent.ts'
import { agentCheckEndpoints } from './agent-check.ts'
import { approvalEndpoints } from './approval.ts'
import { auditExportEndpoints, AuditPage, AuditQuery, ChainCheck } from './audit.ts'
import { capabilityEndpoints } from './capability.ts'
import { GuardrailList } from './catalog.ts'
import { chatEndpoints } from './chat.ts'
import { chatDialectEndpoints } from './chat-dialects.ts'
import { Classify, ClassifyOutput, InputCheck, OutputCheck, TopicCheck } from './content.ts'
import { dataPolicyEndpoints } from './data-policy-endpoints.ts'
import { dropInEndpoints } from './drop-in.ts'
import { FILE_BYTES_MAX, FileCheck, FileVerdict } from './file.ts'
import { mcpGatewayEndpoints, mcpRouteEndpoints } from './mcp-gateway.ts'
import { mcpServerEndpoints } from './mcp-server.ts'
import { memoryEndpoints } from './memory.ts'
import { modelUpstreamEndpoints } from './model-upstreams.ts'
import { customPolicyEndpoints } from './custom-policy.ts'
import { replayEndpoints } from './replay.ts'
import { serverConfigEndpoints } from './server-config.ts'
import { tenantEndpoints } from './tenant-endpoints.ts'
import { toolOutputEndpoints } from './tool-output.ts'
import { CheckVerdict, ContentVerdict } from './verdict.ts'
import { toolCheckEndpoints } from './tool-check.ts'
import { toolEndpoints } from './tool-endpoints.ts'
import { holdEndpoints } from './holds.ts'
import { toolControlEndpoints } from './tool-controls.ts'
import { vaultEndpoints } from './vault.ts'
import { webhookEndpoints } from './webhook.ts'

const CONTENT = ['Content guards']
const blockedInput = {
  safe: false,
  action: 'block',
  mode: 'enforce',
  guardrail_results: [
    {
      guardrail: 'keyword_blocklist',
      passed: false,
      action: 'block',
      message: 'The text contains the blocked word "acme".',
      details: { keyword: 'acme', keywords: ['acme'], matches: 1 },
      latency_ms: 0.021,
    },
  ],
  inference_time_ms: 0.094,
  request_id: '0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a',
  policy_source: 'request',
}

/** Endpoints of the guard service. docs/spec/guard.md §4. */
export const guardEndpoints = defineEndpoints({
  checkInput: post('/guardrails/input', {
    auth: 'runtime',
    summary: 'Screen user input',
    description:
      'Runs the input guards on `message` or `messages`. Blocked requests also return 200: check `safe` and `action`. ' +
      'Guard settings may be passed in `input` (or `guardrails`); they apply unless the tenant has its own ' +
      'configuration.',
    tags: CONTENT,
    body: InputCheck,
    response: ContentVerdict,
    examples: {
      request: {
        keyword: {
          summary: 'Blocked keyword',
          value: {
            message: 'Is ACME cheaper?',
            input: { 'keyword-blocklist': { enabled: true, action: 'block', blocklist: ['acme'] } },
          },
        },
      },
      response: { blocked: { summary: 'Blocked by the keyword', value: blockedInput } },
    },
  }),
  checkOutput: post('/guardrails/output', {
    auth: 'runtime',
    summary: 'Screen model or tool output',
    description:
      'Runs the output guards on `output`. `sanitized_output` is present only if text was redacted; use it instead of ' +
      'the original. Guard settings may be passed in `guardrails`.',
    tags: CONTENT,
    body: OutputCheck,
    response: ContentVerdict,
    examples: {
      request: { pii: { summary: 'Email address in a response', value: { output: 'Write to ann@example.com.' } } },
    },
  }),
  checkFile: post('/guardrails/file', {
    auth: 'runtime',
    summary: 'Screen a file',
    description:
      'Extracts the text of a document, including hidden text, and runs the input guards on it. Supported: text, ' +
      'Markdown, HTML, CSV, JSON, XML, source code, PDF, DOCX, XLSX, PPTX, OpenDocument, EML, and ZIP archives of ' +
      'these. The type is detected from the content. Content that cannot be read is reported by `file_extraction` as a ' +
      'warning, or blocked if configured.',
    tags: CONTENT,
    body: FileCheck,
    form: { files: ['file'], json: ['context', 'input', 'guardrails'] },
    bodyLimit_bytes: FILE_BYTES_MAX,
    response: FileVerdict,
  }),
  classify: post('/v1/shield/classify', {
    auth: 'runtime',
    summary: "Screen user input with the tenant's policy",
    tags: CONTENT,
    body: Classify,
    response: ContentVerdict,
  }),
  classifyOutput: post('/v1/shield/classify_output', {
    auth: 'runtime',
    summary: "Screen output with the tenant's policy",
    tags: CONTENT,
    body: ClassifyOutput,
    response: ContentVerdict,
  }),
  checkTopic: post('/v1/shield/topic/check', {
    auth: 'runtime',
    summary: 'Check whether a message is on topic',
    description:
      'Runs only topic_restriction. The `purpose` in the request applies if the tenant has no purpose or allowed ' +
      'topics; denied topics of the tenant always apply. The result is in `allowed`.',
    tags: CONTENT,
    body: TopicCheck,
    response: CheckVerdict,
    examples: {
      request: {
        banking: {
          summary: 'Recipe request to a banking assistant',
          value: {
            message: 'What is a good recipe for garlic bread with cheese?',
            system_purpose: 'You are a banking assistant. Help customers with accounts, cards and transfers.',
          },
        },
      },
    },
  }),
  listGuardrails: get('/v1/shield/guardrails', {
    auth: 'runtime',
    summary: 'List guards with tier and availability',
    tags: CONTENT,
    response: GuardrailList,
  }),
  listAudit: get('/v1/tenant/me/audit', {
    auth: 'config',
    summary: "List the tenant's audit log entries, newest first",
    tags: ['Audit'],
    query: AuditQuery,
    response: AuditPage,
  }),
  verifyAudit: get('/v1/tenant/me/audit/verify', {
    auth: 'config',
    summary: "Verify the tenant's audit chain and report the first broken link",
    tags: ['Audit'],
    query: z.object({}),
    response: ChainCheck,
  }),
  ...auditExportEndpoints,
  ...tenantEndpoints,
  ...serverConfigEndpoints,
  ...replayEndpoints,
  ...customPolicyEndpoints,
  ...agentEndpoints,
  ...toolCheckEndpoints,
  ...toolEndpoints,
  ...vaultEndpoints,
  ...toolOutputEndpoints,
  ...dataPolicyEndpoints,
  ...memoryEndpoints,
  ...agentCheckEndpoints,
  ...mcpServerEndpoints,
  ...mcpRouteEndpoints,
  ...mcpGatewayEndpoints,
  ...capabilityEndpoints,
  ...approvalEndpoints,
  ...toolControlEndpoints,
  ...holdEndpoints,
  ...webhookEndpoints,
  ...dropInEndpoints,
  ...chatEndpoints,
  ...chatDialectEndpoints,
  ...modelUpstreamEndpoints,
})
