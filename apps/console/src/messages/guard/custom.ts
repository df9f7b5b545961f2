import { type Text } from '../plural.ts'

export const messages = {
  customPolicies: {
    appliesTo: 'Applies to',
    violation: 'Violation',
    examples: 'Examples',
    customPolicies: 'Custom policies',
    yourOwnRulesDescribedInA:
      'Your own rules, described in a sentence and with examples. A local classifier is trained on the examples and evaluated.',
    newRule: 'New rule',
    ofEnabled: (enabled: Text, total: Text) => `${enabled} of ${total} enabled`,
    loadingRules: 'Loading rules',
    noCustomPolicies: 'No custom policies',
    describeAViolationInASentence:
      'Describe a violation in a sentence, such as “Questions that ask for investment advice”, and add examples of violating and allowed texts.',
  },
  measured: {
    classifierEvaluation: 'Classifier evaluation',
    precision: 'Precision',
    ofFlaggedTextsAreViolations: 'of flagged texts are violations',
    recall: 'Recall',
    ofViolationsAreFlagged: 'of violations are flagged',
    theRuleUsesItsDescriptionOnly:
      'The rule uses its description only. Add violating and allowed examples to evaluate it.',
    theRuleCannotBeSavedWithThese: 'The rule cannot be saved with these examples.',
    tooFewExamplesForAnEvaluation: 'Too few examples for an evaluation. Add more violating and allowed texts.',
    crossValidatedEachExampleWas: 'Cross-validated: each example was classified by a model trained without it.',
  },
  ruleDrawer: {
    newRule: 'New rule',
    saved: (name: Text) => `${name} saved.`,
    ruleDeleted: 'Rule deleted.',
    evaluatingTheRule: 'Evaluating the rule',
    createRule: 'Create rule',
    saveRule: 'Save rule',
    evaluate: 'Evaluate',
    deleteThisRule: 'Delete this rule?',
    theRuleAndItsExamplesAre:
      'The rule and its examples are deleted within one second. To keep the examples, disable the rule instead.',
  },
  ruleFields: {
    describeTheViolationInAtLeast: 'Describe the violation in at least 20 characters.',
    flagQuestionsThatAskFor: 'Flag questions that ask for investment advice: what to buy, sell or hold.',
    violatingExamples: 'Violating examples',
    onePerLine: 'One per line.',
    allowedExamples: 'Allowed examples',
    onePerLineTextsThatAreCloseToA: 'One per line. Texts that are similar to a violation work best.',
    appliesTo: 'Applies to',
    threshold: 'Threshold',
  },
} as const
