// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { AnyGuard } from './engine/guard.ts'
import inputAdversarialDetection from './input/adversarial-detection.ts'
import inputCustomPolicyInput from './input/custom-policy-input.ts'
import inputFileExtraction from './input/file-extraction.ts'
import inputKeywordBlocklist from './input/keyword-blocklist.ts'
import inputLanguageDetection from './input/language-detection.ts'
import inputLengthLimit from './input/length-limit.ts'
import inputPayloadRisk from './input/payload-risk.ts'
import inputPiiDetection from './input/pii-detection.ts'
import inputRateLimiter from './input/rate-limiter.ts'
import inputRegexPattern from './input/regex-pattern.ts'
import inputRoleBasedInputPolicy from './input/role-based-input-policy.ts'
import inputSentiment from './input/sentiment.ts'
import inputTopicRestriction from './input/topic-restriction.ts'
import inputToxicity from './input/toxicity.ts'
import outputBiasDetection from './output/bias-detection.ts'
import outputCompetitorMention from './output/competitor-mention.ts'
import outputCustomPolicyOutput from './output/custom-policy-output.ts'
import outputFactualGrounding from './output/factual-grounding.ts'
import outputHallucinatedLinks from './output/hallucinated-links.ts'
import outputPiiLeakage from './output/pii-leakage.ts'
import outputRoleBasedPolicy from './output/role-based-policy.ts'
import outputRoleRedaction from './output/role-redaction.ts'
import outputToneEnforcement from './output/tone-enforcement.ts'
import sharedSystemPromptLeak from './shared/system-prompt-leak.ts'

/** Every guard of its family in this build. */
export const allGuards: readonly AnyGuard[] = [
  inputAdversarialDetection,
  inputCustomPolicyInput,
  inputFileExtraction,
  inputKeywordBlocklist,
  inputLanguageDetection,
  inputLengthLimit,
  inputPayloadRisk,
  inputPiiDetection,
  inputRateLimiter,
  inputRegexPattern,
  inputRoleBasedInputPolicy,
  inputSentiment,
  inputTopicRestriction,
  inputToxicity,
  outputBiasDetection,
  outputCompetitorMention,
  outputCustomPolicyOutput,
  outputFactualGrounding,
  outputHallucinatedLinks,
  outputPiiLeakage,
  outputRoleBasedPolicy,
  outputRoleRedaction,
  outputToneEnforcement,
  sharedSystemPromptLeak,
]
