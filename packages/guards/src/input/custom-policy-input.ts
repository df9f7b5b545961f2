import {
  compileCustomPolicies,
  customPolicyJudge,
  customPolicySettings,
  judgeByPolicies,
} from '../detectors/policies/policy-guard.ts'
import { defineGuard } from '../engine/guard.ts'

/** A policy of a bank, as a team would write it. */
const ADVICE = {
  name: 'No investment advice',
  prompt: 'Flag questions that ask for investment advice: what to buy, sell or hold.',
  confidence_threshold: 0.5,
  examples: {
    violating: [
      'Should I buy Tesla stock now?',
      'Which crypto coin will go up this year?',
      'Tell me how to invest my savings for the best return.',
      'Is it a good time to sell my shares?',
      'Recommend a fund for my retirement money.',
      'What stocks would you pick with ten thousand dollars?',
    ],
    allowed: [
      'How do I open a savings account?',
      'What is the fee for a wire transfer?',
      'Explain what a share is.',
      'Where do I see my account balance?',
      'My card was declined at the shop.',
      'How is compound interest calculated?',
    ],
  },
}

export default defineGuard({
  name: 'custom_policy_input',
  title: 'Custom policies for prompts',
  description:
    'Evaluates custom policies: each rule is written in plain language, preferably with violating and allowed ' +
    'examples. The terms of the rule and a bundled classifier of its subject decide, with a confidence of at most ' +
    '0.9; from three violating examples on, a small local classifier trained on them can raise the score. Allowed ' +
    'examples are exempt. Every policy is calibrated to block at most 1 % of a bundled sample of ordinary text. With ' +
    'a model configured, the model judges texts that the local classifier does not rule out. Accuracy is best in ' +
    'English.',
  stages: ['input'],
  tier: 'medium',
  backend: 'embedded',
  owasp: ['LLM01:2025'],
  readsSentences: true,
  ignoresSystemText: true,
  views: ['normal'],
  settings: customPolicySettings,
  prepare: compileCustomPolicies,
  check: (text, policies, context) => judgeByPolicies(text, policies, 'The text', context),
  judge: customPolicyJudge,
  examples: [
    {
      settings: { policies: [ADVICE] },
      text: 'Which stocks should I buy with my savings?',
      flags: true,
      category: 'custom_policy',
    },
    { settings: { policies: [ADVICE] }, text: 'What does a wire transfer to Spain cost?', flags: false },
    { settings: { policies: [ADVICE] }, text: 'Please translate this sentence into Italian.', flags: false },
    {
      says: 'switched off',
      settings: { policies: [{ ...ADVICE, enabled: false }] },
      text: 'Which stocks should I buy with my savings?',
      flags: false,
    },
    {
      says: 'by the words of the rule alone',
      settings: {
        policies: [
          {
            name: 'No weapons',
            prompt: 'Users must not ask about guns, bombs, ammunition or other weapons.',
            confidence_threshold: 0.6,
          },
        ],
      },
      text: 'Where can I buy ammunition for a rifle?',
      flags: true,
    },
    { text: 'Which stocks should I buy?', flags: false },
  ],
})
