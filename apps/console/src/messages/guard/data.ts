import { counted, type Text } from '../plural.ts'

export const messages = {
  dataPolicies: {
    detection: 'Detection',
    updatedBy: 'Updated by',
    dataPolicies: 'Data policies',
    sensitiveDataInToolArguments:
      'Sensitive data in tool arguments and results: patterns to redact and restrictions by role.',
    policiesByTool: 'Policies by tool',
    noDataPolicies: 'No data policies',
    aDataPolicyRedactsValuesSuchAs:
      'A data policy redacts values such as card numbers from tool results, or hides fields from a role. The policy for all tools also applies.',
    dataPolicy: 'data policy',
    thisPolicyIsAppliedInAddition:
      'This policy is applied in addition to the policy for all tools and cannot relax it. Patterns run in linear time: lookaround and backreferences are not supported.',
    argumentsAndResultsOfTheTool:
      'Arguments and results of the tool are then subject only to the policy for all tools.',
  },
  dataPolicyFields: {
    onFailure: 'On failure',
    closedBlockTheCallOpenWarn: 'closed: block the call. open: warn.',
    screenResultsForInstructionsTo: 'Screen results for instructions to the model',
    detection: 'Detection',
    aiAndBothRequireAConfigured: 'ai and both require a configured model.',
    dataForTheModelToRedact: 'Data for the model to redact',
    rules: 'Rules',
    card: 'card',
    pattern: 'Pattern',
    b4DB: '\\b4\\d{15}\\b',
    replacement: 'Replacement',
    card2: '[CARD]',
    addRule: 'Add rule',
    restrictionsByRole: 'Restrictions by role',
    describeEachRestriction:
      'Describe each restriction, separated by semicolons, e.g. dates of birth. * matches every role.',
    support: 'support',
    results: 'Results',
    datesOfBirth: 'dates of birth',
  },
  frameworks: {
    frameworkTemplates: 'Framework templates',
    loadingTemplates: 'Loading templates',
    patterns: (sanitization_ruleCount: number) => counted(sanitization_ruleCount, 'pattern', 'patterns'),
    add: 'Add{span}',
    addedTo: (name: Text, tool: Text, saved: Text) => `${name} added to ${tool}. ${saved}`,
    allTools: 'all tools',
    add2: (name: Text) => `Add ${name}`,
    addRules: 'Add rules',
    leaveEmptyForAllToolsRulesWith:
      'Leave empty for all tools. Rules with the same name are replaced; other rules are kept.',
    rules: 'Rules',
  },
  sanitizationPreview: {
    nameJaneRoeCard: '{ "name": "Jane Roe", "card": "4111111111111111" }',
    payloadTest: 'Payload test',
    direction: 'Direction',
    result: 'Result',
    payload: 'Payload',
    textOrJson: 'Text or JSON.',
    testPayload: 'Test payload',
    usesTheSavedPoliciesThePayload: 'Uses the saved policies. The payload is not stored.',
    testResult: 'Test result',
    wouldBeInEnforceMode: (wouldAction: Text) => `Would be ${wouldAction} in enforce mode`,
    noPolicyAppliesToThisTool: 'No policy applies to this tool.',
    matchedRules: 'Matched rules',
    sanitizedPayload: 'Sanitized payload',
  },
  storedPolicy: {
    rulesUseTheModel: (requested: number) => counted(requested, 'rule uses the model.', 'rules use the model.'),
  },
  tenantWide: {
    policyForAllTools: 'Policy for all tools',
    editPolicy: 'Edit policy',
    createPolicy: 'Create policy',
    loadingPolicyForAllTools: 'Loading the policy for all tools',
    noPolicyForAllToolsCreateOneOr: 'No policy for all tools. Create one, or start with a framework template.',
    dataPolicyForAllTools: 'data policy for all tools',
    thisPolicyAppliesToEveryToolIn: 'This policy applies to every tool, in addition to the policy of the tool.',
    toolsAreThenSubjectToTheirOwn: 'Tools are then subject only to their own policies.',
    by: (updatedBy: Text) => `by ${updatedBy}`,
  },
} as const
