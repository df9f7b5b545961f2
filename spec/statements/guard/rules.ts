import { section } from '../../statement.ts'

/** How the endpoints behave. §4 "Behavior rules". */
export const rules = [
  section('1 §4 rule 1', {
    'guard:rules.tiers.three': 'The input pipeline runs in three tiers: fast, medium and slow.',
    'guard:rules.tiers.fast': 'The fast tier contains regex and keyword guards with a target of less than 1 ms.',
    'guard:rules.tiers.medium': 'The medium tier contains guards of about 100 to 150 ms.',
    'guard:rules.tiers.slow': 'The slow tier contains model-based guards of about 500 to 700 ms.',
    'guard:rules.tiers.parallel': 'Guards of one tier run in parallel.',
    'guard:rules.tiers.block-skips-later':
      'When a guard of a tier blocks, later tiers are skipped and the result is returned.',
  }),
  section('1 §4 rule 2', {
    'guard:rules.config.tenant-first': "A tenant's server-side configuration is used if it exists.",
    'guard:rules.config.tenant-not-overridden': 'The caller cannot override it.',
    'guard:rules.config.request-merged': 'Otherwise, the block in the request is merged with the defaults.',
    'guard:rules.config.server-defaults': 'Otherwise, the server defaults apply.',
  }),
  section('1 §4 rule 3', {
    'guard:rules.output.authorization-first': 'With tool context the authorization of the tool is checked first.',
    'guard:rules.output.agent-registered': 'The agent must be registered.',
    'guard:rules.output.tool-in-toolset': "The tool must be in the agent's toolset.",
    'guard:rules.output.role-authorized': 'The role must be authorized for the agent.',
    'guard:rules.output.role-restrictions': 'Role restrictions of the tool are applied.',
    'guard:rules.output.model-validation': 'A model may validate the intended use.',
    'guard:rules.output.data-policy-second': "The tool's data policy is applied second, by `sanitization_mode`.",
    'guard:rules.output.both-order': 'In mode both, regex runs first and then AI. The highest severity applies.',
    'guard:rules.output.guards-third': 'The standard output guards run third.',
    'guard:rules.output.critical-block': 'A rule with action block and severity critical blocks the whole output.',
    'guard:rules.output.redact-sanitizes': 'A rule with action redact returns `sanitized_output`.',
  }),
  section('1 §4 rule 4', {
    'guard:rules.stage.default-output':
      '`context.stage` is output by default. The payload is then the response of a tool.',
    'guard:rules.stage.output-redacts': 'In stage output the default action is redact.',
    'guard:rules.stage.input-detects':
      'In stage input, the payload contains the arguments of a call before it runs, and the default action is detect.',
    'guard:rules.stage.input-refuses':
      'In stage input, a critical severity or an explicit block still denies the call.',
  }),
  section('1 §4 rule 5', {
    'guard:rules.chain.sequential': 'The tool check chain runs in sequence and ends at the first denial.',
    'guard:rules.chain.1-kill-switch': 'The kill switch is the first check.',
    'guard:rules.chain.2-circuit-breaker': 'The circuit breaker is the second check.',
    'guard:rules.chain.3-allowlist':
      'The allowlist is the third check. Both the agent and the role must allow the tool.',
    'guard:rules.chain.4-rate-limit': 'The rate limit per tenant, agent and tool is the fourth check.',
    'guard:rules.chain.5-arguments': 'Argument validation (types, ranges, required fields) is the fifth check.',
    'guard:rules.chain.6-parameter-policies': 'The parameter policies are the sixth check.',
    'guard:rules.chain.7-workflow': 'The order of workflow steps is the seventh check.',
    'guard:rules.chain.8-approval': 'The approval workflow is the eighth check.',
    'guard:rules.chain.9-capability': 'Issuing a capability token is the ninth step.',
  }),
  section('1 §4 rule 6', {
    'guard:rules.impersonation':
      'A call whose `X-Agent-Key` differs from `agent_key` in the body is blocked as impersonation.',
  }),
  section('1 §4 rule 7', {
    'guard:rules.stream.fast-each-160':
      'On a stream, the fast output guards run after every 160 characters of accumulated output.',
    'guard:rules.stream.slow-each-800': 'The medium and slow guards run after every 800 characters.',
    'guard:rules.stream.block-audited': 'A block in a stream is audited.',
    'guard:rules.stream.final-chunk': 'A block sends a final chunk whose `finish_reason` is `content_filter`.',
    'guard:rules.stream.x-shield': 'That chunk contains `x_shield` `{blocked: true, guardrail, message}`.',
    'guard:rules.stream.closes': 'The stream closes after that chunk.',
    'guard:rules.stream.full-text': 'When a stream completes, the output guards run on the full text.',
  }),
]
