// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { Category } from './engine/category.ts'
import categoriesAccessAuthBypass from './categories/access/auth-bypass.ts'
import categoriesAccessBfla from './categories/access/bfla.ts'
import categoriesAccessBola from './categories/access/bola.ts'
import categoriesAccessCredentialHarvesting from './categories/access/credential-harvesting.ts'
import categoriesAccessCrossSessionLeak from './categories/access/cross-session-leak.ts'
import categoriesAccessCrossTenantAccess from './categories/access/cross-tenant-access.ts'
import categoriesAccessDebugAccess from './categories/access/debug-access.ts'
import categoriesAccessPrivilegeEscalation from './categories/access/privilege-escalation.ts'
import categoriesAccessRbacBypass from './categories/access/rbac-bypass.ts'
import categoriesAccessSessionHijacking from './categories/access/session-hijacking.ts'
import categoriesCodeInfraInsecureOutputHandling from './categories/code-infra/insecure-output-handling.ts'
import categoriesCodeInfraMaliciousCode from './categories/code-infra/malicious-code.ts'
import categoriesCodeInfraPathTraversal from './categories/code-infra/path-traversal.ts'
import categoriesCodeInfraSandboxEscape from './categories/code-infra/sandbox-escape.ts'
import categoriesCodeInfraShellInjection from './categories/code-infra/shell-injection.ts'
import categoriesCodeInfraSqlInjection from './categories/code-infra/sql-injection.ts'
import categoriesCodeInfraSsrf from './categories/code-infra/ssrf.ts'
import categoriesCodeInfraUnexpectedCodeExec from './categories/code-infra/unexpected-code-exec.ts'
import categoriesCodeInfraVerifierSabotage from './categories/code-infra/verifier-sabotage.ts'
import categoriesDataCovertEncoding from './categories/data/covert-encoding.ts'
import categoriesDataDataExfiltration from './categories/data/data-exfiltration.ts'
import categoriesDataMarkdownExfiltration from './categories/data/markdown-exfiltration.ts'
import categoriesDataModelFingerprinting from './categories/data/model-fingerprinting.ts'
import categoriesDataOutOfBandExfiltration from './categories/data/out-of-band-exfiltration.ts'
import categoriesDataPiiDisclosure from './categories/data/pii-disclosure.ts'
import categoriesDataReasoningTraceLeak from './categories/data/reasoning-trace-leak.ts'
import categoriesDataSecretDisclosure from './categories/data/secret-disclosure.ts'
import categoriesDataStagedExfiltration from './categories/data/staged-exfiltration.ts'
import categoriesDataSystemPromptLeak from './categories/data/system-prompt-leak.ts'
import categoriesDataTrainingDataExtraction from './categories/data/training-data-extraction.ts'
import categoriesHarmCbrn from './categories/harm/cbrn.ts'
import categoriesHarmCyberCrime from './categories/harm/cyber-crime.ts'
import categoriesHarmDrugs from './categories/harm/drugs.ts'
import categoriesHarmFraud from './categories/harm/fraud.ts'
import categoriesHarmHateHarassment from './categories/harm/hate-harassment.ts'
import categoriesHarmMinorSafety from './categories/harm/minor-safety.ts'
import categoriesHarmRadicalization from './categories/harm/radicalization.ts'
import categoriesHarmSelfHarm from './categories/harm/self-harm.ts'
import categoriesHarmViolenceWeapons from './categories/harm/violence-weapons.ts'
import categoriesInjectionAsciiSmuggling from './categories/injection/ascii-smuggling.ts'
import categoriesInjectionCrossLingualAttack from './categories/injection/cross-lingual-attack.ts'
import categoriesInjectionDelayedTrigger from './categories/injection/delayed-trigger.ts'
import categoriesInjectionFormatConfusion from './categories/injection/format-confusion.ts'
import categoriesInjectionIndirectPromptInjection from './categories/injection/indirect-prompt-injection.ts'
import categoriesInjectionObfuscatedInstruction from './categories/injection/obfuscated-instruction.ts'
import categoriesInjectionPromptInjection from './categories/injection/prompt-injection.ts'
import categoriesInjectionPromptSelfReplication from './categories/injection/prompt-self-replication.ts'
import categoriesInjectionSpecialTokenInjection from './categories/injection/special-token-injection.ts'
import categoriesInjectionSystemPromptOverride from './categories/injection/system-prompt-override.ts'
import categoriesJailbreakContextOverflow from './categories/jailbreak/context-overflow.ts'
import categoriesJailbreakFalseHistory from './categories/jailbreak/false-history.ts'
import categoriesJailbreakJailbreak from './categories/jailbreak/jailbreak.ts'
import categoriesJailbreakManyShot from './categories/jailbreak/many-shot.ts'
import categoriesJailbreakMultiTurnEscalation from './categories/jailbreak/multi-turn-escalation.ts'
import categoriesJailbreakPersonaOverride from './categories/jailbreak/persona-override.ts'
import categoriesMemoryRagMemoryPoisoning from './categories/memory-rag/memory-poisoning.ts'
import categoriesMemoryRagRagExfiltration from './categories/memory-rag/rag-exfiltration.ts'
import categoriesMemoryRagRagPoisoning from './categories/memory-rag/rag-poisoning.ts'
import categoriesMemoryRagRetrievalRanking from './categories/memory-rag/retrieval-ranking.ts'
import categoriesMultiAgentAgentMessageSpoofing from './categories/multi-agent/agent-message-spoofing.ts'
import categoriesMultiAgentCascadingFailure from './categories/multi-agent/cascading-failure.ts'
import categoriesMultiAgentDelegationAbuse from './categories/multi-agent/delegation-abuse.ts'
import categoriesMultiAgentHandoffContextLeak from './categories/multi-agent/handoff-context-leak.ts'
import categoriesMultiAgentRogueAgent from './categories/multi-agent/rogue-agent.ts'
import categoriesResourcesAgentLoop from './categories/resources/agent-loop.ts'
import categoriesResourcesDivergentRepetition from './categories/resources/divergent-repetition.ts'
import categoriesResourcesMissingRateLimit from './categories/resources/missing-rate-limit.ts'
import categoriesResourcesReasoningDos from './categories/resources/reasoning-dos.ts'
import categoriesResourcesUnboundedConsumption from './categories/resources/unbounded-consumption.ts'
import categoriesSupplyChainAgentConfigPoisoning from './categories/supply-chain/agent-config-poisoning.ts'
import categoriesSupplyChainMcpMissingAuth from './categories/supply-chain/mcp-missing-auth.ts'
import categoriesSupplyChainMcpResourceInjection from './categories/supply-chain/mcp-resource-injection.ts'
import categoriesSupplyChainMcpRugPull from './categories/supply-chain/mcp-rug-pull.ts'
import categoriesSupplyChainMcpToolPoisoning from './categories/supply-chain/mcp-tool-poisoning.ts'
import categoriesSupplyChainMcpToolShadowing from './categories/supply-chain/mcp-tool-shadowing.ts'
import categoriesSupplyChainPackageHallucination from './categories/supply-chain/package-hallucination.ts'
import categoriesSupplyChainPluginManifestSpoofing from './categories/supply-chain/plugin-manifest-spoofing.ts'
import categoriesToolsApprovalBypass from './categories/tools/approval-bypass.ts'
import categoriesToolsDestructiveAction from './categories/tools/destructive-action.ts'
import categoriesToolsExcessiveAgency from './categories/tools/excessive-agency.ts'
import categoriesToolsRefuseButExecute from './categories/tools/refuse-but-execute.ts'
import categoriesToolsToolArgumentInjection from './categories/tools/tool-argument-injection.ts'
import categoriesToolsToolChainHijack from './categories/tools/tool-chain-hijack.ts'
import categoriesToolsToolDiscoveryLeak from './categories/tools/tool-discovery-leak.ts'
import categoriesToolsToolErrorInjection from './categories/tools/tool-error-injection.ts'
import categoriesToolsToolMisuse from './categories/tools/tool-misuse.ts'
import categoriesToolsToolResultInjection from './categories/tools/tool-result-injection.ts'
import categoriesToolsUnauthorizedCommitment from './categories/tools/unauthorized-commitment.ts'
import categoriesTrustBias from './categories/trust/bias.ts'
import categoriesTrustGoalDrift from './categories/trust/goal-drift.ts'
import categoriesTrustHallucination from './categories/trust/hallucination.ts'
import categoriesTrustHumanManipulation from './categories/trust/human-manipulation.ts'
import categoriesTrustImpersonation from './categories/trust/impersonation.ts'
import categoriesTrustJudgeManipulation from './categories/trust/judge-manipulation.ts'
import categoriesTrustMisinformation from './categories/trust/misinformation.ts'
import categoriesTrustOffTopic from './categories/trust/off-topic.ts'
import categoriesTrustOverRefusal from './categories/trust/over-refusal.ts'
import categoriesTrustRegulatedAdvice from './categories/trust/regulated-advice.ts'
import categoriesTrustSycophancyOverreliance from './categories/trust/sycophancy-overreliance.ts'

/** Every category of attacks in this build. */
export const allCategories: readonly Category[] = [
  categoriesAccessAuthBypass,
  categoriesAccessBfla,
  categoriesAccessBola,
  categoriesAccessCredentialHarvesting,
  categoriesAccessCrossSessionLeak,
  categoriesAccessCrossTenantAccess,
  categoriesAccessDebugAccess,
  categoriesAccessPrivilegeEscalation,
  categoriesAccessRbacBypass,
  categoriesAccessSessionHijacking,
  categoriesCodeInfraInsecureOutputHandling,
  categoriesCodeInfraMaliciousCode,
  categoriesCodeInfraPathTraversal,
  categoriesCodeInfraSandboxEscape,
  categoriesCodeInfraShellInjection,
  categoriesCodeInfraSqlInjection,
  categoriesCodeInfraSsrf,
  categoriesCodeInfraUnexpectedCodeExec,
  categoriesCodeInfraVerifierSabotage,
  categoriesDataCovertEncoding,
  categoriesDataDataExfiltration,
  categoriesDataMarkdownExfiltration,
  categoriesDataModelFingerprinting,
  categoriesDataOutOfBandExfiltration,
  categoriesDataPiiDisclosure,
  categoriesDataReasoningTraceLeak,
  categoriesDataSecretDisclosure,
  categoriesDataStagedExfiltration,
  categoriesDataSystemPromptLeak,
  categoriesDataTrainingDataExtraction,
  categoriesHarmCbrn,
  categoriesHarmCyberCrime,
  categoriesHarmDrugs,
  categoriesHarmFraud,
  categoriesHarmHateHarassment,
  categoriesHarmMinorSafety,
  categoriesHarmRadicalization,
  categoriesHarmSelfHarm,
  categoriesHarmViolenceWeapons,
  categoriesInjectionAsciiSmuggling,
  categoriesInjectionCrossLingualAttack,
  categoriesInjectionDelayedTrigger,
  categoriesInjectionFormatConfusion,
  categoriesInjectionIndirectPromptInjection,
  categoriesInjectionObfuscatedInstruction,
  categoriesInjectionPromptInjection,
  categoriesInjectionPromptSelfReplication,
  categoriesInjectionSpecialTokenInjection,
  categoriesInjectionSystemPromptOverride,
  categoriesJailbreakContextOverflow,
  categoriesJailbreakFalseHistory,
  categoriesJailbreakJailbreak,
  categoriesJailbreakManyShot,
  categoriesJailbreakMultiTurnEscalation,
  categoriesJailbreakPersonaOverride,
  categoriesMemoryRagMemoryPoisoning,
  categoriesMemoryRagRagExfiltration,
  categoriesMemoryRagRagPoisoning,
  categoriesMemoryRagRetrievalRanking,
  categoriesMultiAgentAgentMessageSpoofing,
  categoriesMultiAgentCascadingFailure,
  categoriesMultiAgentDelegationAbuse,
  categoriesMultiAgentHandoffContextLeak,
  categoriesMultiAgentRogueAgent,
  categoriesResourcesAgentLoop,
  categoriesResourcesDivergentRepetition,
  categoriesResourcesMissingRateLimit,
  categoriesResourcesReasoningDos,
  categoriesResourcesUnboundedConsumption,
  categoriesSupplyChainAgentConfigPoisoning,
  categoriesSupplyChainMcpMissingAuth,
  categoriesSupplyChainMcpResourceInjection,
  categoriesSupplyChainMcpRugPull,
  categoriesSupplyChainMcpToolPoisoning,
  categoriesSupplyChainMcpToolShadowing,
  categoriesSupplyChainPackageHallucination,
  categoriesSupplyChainPluginManifestSpoofing,
  categoriesToolsApprovalBypass,
  categoriesToolsDestructiveAction,
  categoriesToolsExcessiveAgency,
  categoriesToolsRefuseButExecute,
  categoriesToolsToolArgumentInjection,
  categoriesToolsToolChainHijack,
  categoriesToolsToolDiscoveryLeak,
  categoriesToolsToolErrorInjection,
  categoriesToolsToolMisuse,
  categoriesToolsToolResultInjection,
  categoriesToolsUnauthorizedCommitment,
  categoriesTrustBias,
  categoriesTrustGoalDrift,
  categoriesTrustHallucination,
  categoriesTrustHumanManipulation,
  categoriesTrustImpersonation,
  categoriesTrustJudgeManipulation,
  categoriesTrustMisinformation,
  categoriesTrustOffTopic,
  categoriesTrustOverRefusal,
  categoriesTrustRegulatedAdvice,
  categoriesTrustSycophancyOverreliance,
]
