import { section } from '../../statement.ts'

/** How the endpoints behave. §4 "Behavior rules". */
export const rules = [
  section('1 §4 rule 1', {
    'guard:rules.tiers.three': 'The input pipeline runs in three tiers: fast, medium and slow.',
    'guard:rules.tiers.fast': 'The fast tier holds guards of the regex and keyword kind that aim at less than 1 ms.',
    'guard:rules.tiers.medium': 'The medium tier holds guards of about 100 to 150 ms.',
    'guard:rules.tiers.slow': 'The slow tier holds model-based guards of about 500 to 700 ms.',
    'guard:rules.tiers.parallel': 'Guards of one tier run in parallel.',
    'guard:rules.tiers.block-skips-later':
      'When a guard of a tier blocks, later tiers are skipped and the result is returned.',
  }),
  section('1 §4 rule 2', {
    'guard:rules.config.tenant-first': "A tenant's server-side configuration is used where there is one.",
    'guard:rules.config.tenant-not-overridden': 'The caller cannot override it.',
    'guard:rules.config.request-merged': 'Otherwise a block of the request is merged with the defaults.',
    'guard:rules.config.server-defaults': 'Otherwise the server defaults hold.',
  }),
  section('1 §4 rule 3', {
    'guard:rules.output.authorization-first': 'With tool context the authorization of the tool is checked first.',
    'guard:rules.output.agent-registered': 'The agent must be registered.',
    'guard:rules.output.tool-in-toolset': "The tool must be in the agent's toolset.",
    'guard:rules.output.role-authorized': 'The role must be authorized for the agent.',
    'guard:rules.output.role-restrictions': 'Role restrictions of the tool are applied.',
    'guard:rules.output.model-validation': 'A model may validate the intended use.',
    'guard:rules.output.data-policy-second': "The tool's data policy is applied second, by `sanitization_mode`.",
    'guard:rules.output.both-order': 'In mode both, regex runs first, then AI, and the highest severity wins.',
    'guard:rules.output.guards-third': 'The standard output guards run third.',
    'guard:rules.output.critical-block': 'A rule of action block and severity critical blocks entirely.',
    'guard:rules.output.redact-sanitizes': 'A rule of action redact yields `sanitized_output`.',
  }),
  section('1 §4 rule 4', {
    'guard:rules.stage.default-output':
      '`context.stage` is output unless given: the payload is the response of a tool.',
    'guard:rules.stage.output-redacts': 'In stage output the default action is redact.',
    'guard:rules.stage.input-detects':
      'In stage input the payload is arguments about to run, and the default action is detect.',
    'guard:rules.stage.input-refuses': 'In stage input a critical severity or an explicit block still refuses.',
  }),
  section('1 §4 rule 5', {
    'guard:rules.chain.sequential': 'The tool check chain runs in sequence and ends at the first refusal.',
    'guard:rules.chain.1-kill-switch': 'First comes the kill switch.',
    'guard:rules.chain.2-circuit-breaker': 'Second comes the circuit breaker.',
    'guard:rules.chain.3-allowlist': 'Third comes the allowlist: those of the agent and of the role must both allow.',
    'guard:rules.chain.4-rate-limit': 'Fourth comes the rate limit per tenant, agent and tool.',
    'guard:rules.chain.5-arguments': 'Fifth comes validation of the arguments: types, ranges, required fields.',
    'guard:rules.chain.6-parameter-policies': 'Sixth come the parameter policies.',
    'guard:rules.chain.7-workflow': 'Seventh comes the order of workflow steps.',
    'guard:rules.chain.8-approval': 'Eighth comes the approval workflow.',
    'guard:rules.chain.9-capability': 'Ninth comes the issue of a capability token.',
  }),
  section('1 §4 rule 6', {
    'guard:rules.impersonation':
      'A call whose `X-Agent-Key` differs from `agent_key` in the body is blocked as impersonation.',
  }),
  section('1 §4 rule 7', {
    'guard:rules.stream.fast-each-160':
      'On a stream the fast output guards run after every 160 characters of accumulated output.',
    'guard:rules.stream.slow-each-800': 'The medium and slow guards run after every 800 characters.',
    'guard:rules.stream.block-audited': 'A block in a stream is audited.',
    'guard:rules.stream.final-chunk': 'A block sends a final chunk whose `finish_reason` is `content_filter`.',
    'guard:rules.stream.x-shield': 'That chunk holds `x_shield` `{blocked: true, guardrail, message}`.',
    'guard:rules.stream.closes': 'The stream closes after that chunk.',
    'guard:rules.stream.full-text': 'When a stream completes, the output guards run on the full text.',
  }),
]
