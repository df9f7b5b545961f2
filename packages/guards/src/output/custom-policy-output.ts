import {
  compileCustomPolicies,
  customPolicyJudge,
  customPolicySettings,
  judgeByPolicies,
} from '../detectors/policies/policy-guard.ts'
import { defineGuard } from '../engine/guard.ts'
import { withholdsAction } from '../stream/undecided.ts'

/** A policy of a bank, as a team would write it. */
const ADVICE = {
  name: 'No investment advice',
  prompt: 'Flag responses that recommend to buy, sell or hold an investment.',
  confidence_threshold: 0.5,
  examples: {
    violating: [
      'You should buy Tesla now, it will double by summer.',
      'I recommend that you sell your shares before the report.',
      'Put half of your savings into this fund.',
      'Bitcoin is the best investment for you this year.',
      'My advice: invest ten thousand dollars in bonds.',
      'Hold the stock, it will go up.',
    ],
    allowed: [
      'A share is a part of a company.',
      'Your transfer arrives tomorrow.',
      'You find your balance on the first page of the app.',
      'I cannot recommend investments, please ask an adviser.',
      'The fee for a wire transfer is five euros.',
      'Compound interest is interest on interest.',
    ],
  },
}

export default defineGuard({
  name: 'custom_policy_output',
  title: 'Custom policies for responses',
  description:
    'Evaluates custom policies: each rule is written in plain language, preferably with violating and allowed ' +
    'examples. The terms of the rule and a bundled classifier of its subject decide, with a confidence of at most ' +
    '0.9; from three violating examples on, a small local classifier trained on them can raise the score. Allowed ' +
    'examples are exempt. Every policy is calibrated to block at most 1 % of a bundled sample of ordinary text. With ' +
    'a model configured, the model judges texts that the local classifier does not rule out. Accuracy is best in ' +
    'English.',
  stages: ['output'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM05:2025'],
  readsSentences: true,
  views: ['normal'],
  settings: customPolicySettings,
  prepare: compileCustomPolicies,
  stream: { reads: 'whole', acts: ({ compiled }) => compiled.some(({ policy }) => withholdsAction(policy.action)) },
  check: (text, policies, context) => judgeByPolicies(text, policies, 'The response', context),
  judge: customPolicyJudge,
  examples: [
    {
      settings: { policies: [ADVICE] },
      text: 'I recommend that you buy shares of this company now.',
      flags: true,
      category: 'custom_policy',
    },
    { settings: { policies: [ADVICE] }, text: 'The fee for your transfer is three euros.', flags: false },
    { text: 'I recommend that you buy shares of this company now.', flags: false },
  ],
})
