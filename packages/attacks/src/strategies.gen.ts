// Made by `npm run gen` from the files of the units; changes here are overwritten.
import type { Strategy } from './engine/strategy.ts'
import strategiesEncodingAsciiCodes from './strategies/encoding/ascii-codes.ts'
import strategiesEncodingAscii85 from './strategies/encoding/ascii85.ts'
import strategiesEncodingAtbash from './strategies/encoding/atbash.ts'
import strategiesEncodingBase32 from './strategies/encoding/base32.ts'
import strategiesEncodingBase64 from './strategies/encoding/base64.ts'
import strategiesEncodingBinary from './strategies/encoding/binary.ts'
import strategiesEncodingBraille from './strategies/encoding/braille.ts'
import strategiesEncodingCaesar from './strategies/encoding/caesar.ts'
import strategiesEncodingDoubleEncoding from './strategies/encoding/double-encoding.ts'
import strategiesEncodingEmojiLetters from './strategies/encoding/emoji-letters.ts'
import strategiesEncodingHex from './strategies/encoding/hex.ts'
import strategiesEncodingHtmlEntities from './strategies/encoding/html-entities.ts'
import strategiesEncodingLeetspeak from './strategies/encoding/leetspeak.ts'
import strategiesEncodingMorse from './strategies/encoding/morse.ts'
import strategiesEncodingNatoAlphabet from './strategies/encoding/nato-alphabet.ts'
import strategiesEncodingOctalCodes from './strategies/encoding/octal-codes.ts'
import strategiesEncodingPigLatin from './strategies/encoding/pig-latin.ts'
import strategiesEncodingQuotedPrintable from './strategies/encoding/quoted-printable.ts'
import strategiesEncodingReversedLetters from './strategies/encoding/reversed-letters.ts'
import strategiesEncodingReversedWords from './strategies/encoding/reversed-words.ts'
import strategiesEncodingRot13 from './strategies/encoding/rot13.ts'
import strategiesEncodingSubstitutionKey from './strategies/encoding/substitution-key.ts'
import strategiesEncodingUnicodeEscapes from './strategies/encoding/unicode-escapes.ts'
import strategiesEncodingUrlEncoding from './strategies/encoding/url-encoding.ts'
import strategiesEncodingUuencode from './strategies/encoding/uuencode.ts'
import strategiesFormatAnswerPrefix from './strategies/format/answer-prefix.ts'
import strategiesFormatCodeComment from './strategies/format/code-comment.ts'
import strategiesFormatCsvTable from './strategies/format/csv-table.ts'
import strategiesFormatDecomposition from './strategies/format/decomposition.ts'
import strategiesFormatFunctionMasking from './strategies/format/function-masking.ts'
import strategiesFormatJsonAnswer from './strategies/format/json-answer.ts'
import strategiesFormatJsonDocument from './strategies/format/json-document.ts'
import strategiesFormatLikertScale from './strategies/format/likert-scale.ts'
import strategiesFormatMarkdownSections from './strategies/format/markdown-sections.ts'
import strategiesFormatOutputConstraint from './strategies/format/output-constraint.ts'
import strategiesFormatSpecialTokens from './strategies/format/special-tokens.ts'
import strategiesFormatSystemPromptSpoof from './strategies/format/system-prompt-spoof.ts'
import strategiesFormatXmlDocument from './strategies/format/xml-document.ts'
import strategiesFormatYamlDocument from './strategies/format/yaml-document.ts'
import strategiesHistoryFalseAgreement from './strategies/history/false-agreement.ts'
import strategiesHistoryFalseNewRules from './strategies/history/false-new-rules.ts'
import strategiesHistoryFalseSystemMessage from './strategies/history/false-system-message.ts'
import strategiesHistoryFalseToolResult from './strategies/history/false-tool-result.ts'
import strategiesIndirectCalendarInvite from './strategies/indirect/calendar-invite.ts'
import strategiesIndirectForwardedEmail from './strategies/indirect/forwarded-email.ts'
import strategiesIndirectLogEntry from './strategies/indirect/log-entry.ts'
import strategiesIndirectMeetingMinutes from './strategies/indirect/meeting-minutes.ts'
import strategiesIndirectPastedCodeReview from './strategies/indirect/pasted-code-review.ts'
import strategiesIndirectPastedDocument from './strategies/indirect/pasted-document.ts'
import strategiesIndirectPastedEmail from './strategies/indirect/pasted-email.ts'
import strategiesIndirectPastedToolOutput from './strategies/indirect/pasted-tool-output.ts'
import strategiesIndirectPastedWebPage from './strategies/indirect/pasted-web-page.ts'
import strategiesIndirectQuotedTranscript from './strategies/indirect/quoted-transcript.ts'
import strategiesIndirectSupportTicket from './strategies/indirect/support-ticket.ts'
import strategiesLanguageAnswerInLanguage from './strategies/language/answer-in-language.ts'
import strategiesLanguageMixedLanguages from './strategies/language/mixed-languages.ts'
import strategiesLanguageRareLanguageFrame from './strategies/language/rare-language-frame.ts'
import strategiesLanguageTranslatedFrame from './strategies/language/translated-frame.ts'
import strategiesLanguageTranslationTask from './strategies/language/translation-task.ts'
import strategiesLanguageTransliteration from './strategies/language/transliteration.ts'
import strategiesMultiTurnContextBuilding from './strategies/multi-turn/context-building.ts'
import strategiesMultiTurnContradictoryCorrection from './strategies/multi-turn/contradictory-correction.ts'
import strategiesMultiTurnCrescendo from './strategies/multi-turn/crescendo.ts'
import strategiesMultiTurnDecoyTasks from './strategies/multi-turn/decoy-tasks.ts'
import strategiesMultiTurnFootInTheDoor from './strategies/multi-turn/foot-in-the-door.ts'
import strategiesMultiTurnPersistentRequests from './strategies/multi-turn/persistent-requests.ts'
import strategiesMultiTurnPromiseFirst from './strategies/multi-turn/promise-first.ts'
import strategiesMultiTurnTopicDrift from './strategies/multi-turn/topic-drift.ts'
import strategiesOverflowFillerAfter from './strategies/overflow/filler-after.ts'
import strategiesOverflowFillerBefore from './strategies/overflow/filler-before.ts'
import strategiesOverflowManyTasks from './strategies/overflow/many-tasks.ts'
import strategiesOverflowNeedle from './strategies/overflow/needle.ts'
import strategiesPersistenceClarifiedIntent from './strategies/persistence/clarified-intent.ts'
import strategiesPersistenceInsistence from './strategies/persistence/insistence.ts'
import strategiesPersistencePartialIsFine from './strategies/persistence/partial-is-fine.ts'
import strategiesPersistenceRefusalSuppression from './strategies/persistence/refusal-suppression.ts'
import strategiesSearchAsciiNoise from './strategies/search/ascii-noise.ts'
import strategiesSearchBestOfN from './strategies/search/best-of-n.ts'
import strategiesSearchLetterSwaps from './strategies/search/letter-swaps.ts'
import strategiesSearchRandomCapitals from './strategies/search/random-capitals.ts'
import strategiesShotsFewShotHistory from './strategies/shots/few-shot-history.ts'
import strategiesShotsFewShot from './strategies/shots/few-shot.ts'
import strategiesShotsManyShotHistory from './strategies/shots/many-shot-history.ts'
import strategiesShotsManyShot from './strategies/shots/many-shot.ts'
import strategiesSmugglingBidiOverride from './strategies/smuggling/bidi-override.ts'
import strategiesSmugglingDiacritics from './strategies/smuggling/diacritics.ts'
import strategiesSmugglingEnclosedLetters from './strategies/smuggling/enclosed-letters.ts'
import strategiesSmugglingFullwidth from './strategies/smuggling/fullwidth.ts'
import strategiesSmugglingHomoglyphs from './strategies/smuggling/homoglyphs.ts'
import strategiesSmugglingInvisibleBits from './strategies/smuggling/invisible-bits.ts'
import strategiesSmugglingInvisibleSeparators from './strategies/smuggling/invisible-separators.ts'
import strategiesSmugglingMathematicalLetters from './strategies/smuggling/mathematical-letters.ts'
import strategiesSmugglingSuperscript from './strategies/smuggling/superscript.ts'
import strategiesSmugglingTagCharacters from './strategies/smuggling/tag-characters.ts'
import strategiesSmugglingVariationSelectors from './strategies/smuggling/variation-selectors.ts'
import strategiesSmugglingZalgo from './strategies/smuggling/zalgo.ts'
import strategiesSmugglingZeroWidth from './strategies/smuggling/zero-width.ts'
import strategiesSplittingAcrostic from './strategies/splitting/acrostic.ts'
import strategiesSplittingCamelCase from './strategies/splitting/camel-case.ts'
import strategiesSplittingCharacterArray from './strategies/splitting/character-array.ts'
import strategiesSplittingChunkedTurns from './strategies/splitting/chunked-turns.ts'
import strategiesSplittingDashedLetters from './strategies/splitting/dashed-letters.ts'
import strategiesSplittingInterleavedWords from './strategies/splitting/interleaved-words.ts'
import strategiesSplittingMaskedWords from './strategies/splitting/masked-words.ts'
import strategiesSplittingPayloadSplitting from './strategies/splitting/payload-splitting.ts'
import strategiesSplittingShuffledPieces from './strategies/splitting/shuffled-pieces.ts'
import strategiesSplittingSpacedLetters from './strategies/splitting/spaced-letters.ts'
import strategiesSplittingStringConcatenation from './strategies/splitting/string-concatenation.ts'
import strategiesSplittingWordColumn from './strategies/splitting/word-column.ts'
import strategiesWrapperAcademic from './strategies/wrapper/academic.ts'
import strategiesWrapperAuthority from './strategies/wrapper/authority.ts'
import strategiesWrapperBedtimeStory from './strategies/wrapper/bedtime-story.ts'
import strategiesWrapperCitation from './strategies/wrapper/citation.ts'
import strategiesWrapperConsentGiven from './strategies/wrapper/consent-given.ts'
import strategiesWrapperContextCompliance from './strategies/wrapper/context-compliance.ts'
import strategiesWrapperDemonstration from './strategies/wrapper/demonstration.ts'
import strategiesWrapperDualReply from './strategies/wrapper/dual-reply.ts'
import strategiesWrapperEmotionalAppeal from './strategies/wrapper/emotional-appeal.ts'
import strategiesWrapperGoalRedirection from './strategies/wrapper/goal-redirection.ts'
import strategiesWrapperHypothetical from './strategies/wrapper/hypothetical.ts'
import strategiesWrapperInterview from './strategies/wrapper/interview.ts'
import strategiesWrapperLegalNotice from './strategies/wrapper/legal-notice.ts'
import strategiesWrapperLogicPuzzle from './strategies/wrapper/logic-puzzle.ts'
import strategiesWrapperMaintenanceMode from './strategies/wrapper/maintenance-mode.ts'
import strategiesWrapperOppositeMode from './strategies/wrapper/opposite-mode.ts'
import strategiesWrapperPeerPressure from './strategies/wrapper/peer-pressure.ts'
import strategiesWrapperPoem from './strategies/wrapper/poem.ts'
import strategiesWrapperPolicyDocument from './strategies/wrapper/policy-document.ts'
import strategiesWrapperQuiz from './strategies/wrapper/quiz.ts'
import strategiesWrapperReward from './strategies/wrapper/reward.ts'
import strategiesWrapperRolePlay from './strategies/wrapper/role-play.ts'
import strategiesWrapperSimulatedTerminal from './strategies/wrapper/simulated-terminal.ts'
import strategiesWrapperTestHarness from './strategies/wrapper/test-harness.ts'
import strategiesWrapperThreat from './strategies/wrapper/threat.ts'
import strategiesWrapperUnboundPersona from './strategies/wrapper/unbound-persona.ts'
import strategiesWrapperUrgency from './strategies/wrapper/urgency.ts'

/** Every strategy in this build. */
export const allStrategies: readonly Strategy[] = [
  strategiesEncodingAsciiCodes,
  strategiesEncodingAscii85,
  strategiesEncodingAtbash,
  strategiesEncodingBase32,
  strategiesEncodingBase64,
  strategiesEncodingBinary,
  strategiesEncodingBraille,
  strategiesEncodingCaesar,
  strategiesEncodingDoubleEncoding,
  strategiesEncodingEmojiLetters,
  strategiesEncodingHex,
  strategiesEncodingHtmlEntities,
  strategiesEncodingLeetspeak,
  strategiesEncodingMorse,
  strategiesEncodingNatoAlphabet,
  strategiesEncodingOctalCodes,
  strategiesEncodingPigLatin,
  strategiesEncodingQuotedPrintable,
  strategiesEncodingReversedLetters,
  strategiesEncodingReversedWords,
  strategiesEncodingRot13,
  strategiesEncodingSubstitutionKey,
  strategiesEncodingUnicodeEscapes,
  strategiesEncodingUrlEncoding,
  strategiesEncodingUuencode,
  strategiesFormatAnswerPrefix,
  strategiesFormatCodeComment,
  strategiesFormatCsvTable,
  strategiesFormatDecomposition,
  strategiesFormatFunctionMasking,
  strategiesFormatJsonAnswer,
  strategiesFormatJsonDocument,
  strategiesFormatLikertScale,
  strategiesFormatMarkdownSections,
  strategiesFormatOutputConstraint,
  strategiesFormatSpecialTokens,
  strategiesFormatSystemPromptSpoof,
  strategiesFormatXmlDocument,
  strategiesFormatYamlDocument,
  strategiesHistoryFalseAgreement,
  strategiesHistoryFalseNewRules,
  strategiesHistoryFalseSystemMessage,
  strategiesHistoryFalseToolResult,
  strategiesIndirectCalendarInvite,
  strategiesIndirectForwardedEmail,
  strategiesIndirectLogEntry,
  strategiesIndirectMeetingMinutes,
  strategiesIndirectPastedCodeReview,
  strategiesIndirectPastedDocument,
  strategiesIndirectPastedEmail,
  strategiesIndirectPastedToolOutput,
  strategiesIndirectPastedWebPage,
  strategiesIndirectQuotedTranscript,
  strategiesIndirectSupportTicket,
  strategiesLanguageAnswerInLanguage,
  strategiesLanguageMixedLanguages,
  strategiesLanguageRareLanguageFrame,
  strategiesLanguageTranslatedFrame,
  strategiesLanguageTranslationTask,
  strategiesLanguageTransliteration,
  strategiesMultiTurnContextBuilding,
  strategiesMultiTurnContradictoryCorrection,
  strategiesMultiTurnCrescendo,
  strategiesMultiTurnDecoyTasks,
  strategiesMultiTurnFootInTheDoor,
  strategiesMultiTurnPersistentRequests,
  strategiesMultiTurnPromiseFirst,
  strategiesMultiTurnTopicDrift,
  strategiesOverflowFillerAfter,
  strategiesOverflowFillerBefore,
  strategiesOverflowManyTasks,
  strategiesOverflowNeedle,
  strategiesPersistenceClarifiedIntent,
  strategiesPersistenceInsistence,
  strategiesPersistencePartialIsFine,
  strategiesPersistenceRefusalSuppression,
  strategiesSearchAsciiNoise,
  strategiesSearchBestOfN,
  strategiesSearchLetterSwaps,
  strategiesSearchRandomCapitals,
  strategiesShotsFewShotHistory,
  strategiesShotsFewShot,
  strategiesShotsManyShotHistory,
  strategiesShotsManyShot,
  strategiesSmugglingBidiOverride,
  strategiesSmugglingDiacritics,
  strategiesSmugglingEnclosedLetters,
  strategiesSmugglingFullwidth,
  strategiesSmugglingHomoglyphs,
  strategiesSmugglingInvisibleBits,
  strategiesSmugglingInvisibleSeparators,
  strategiesSmugglingMathematicalLetters,
  strategiesSmugglingSuperscript,
  strategiesSmugglingTagCharacters,
  strategiesSmugglingVariationSelectors,
  strategiesSmugglingZalgo,
  strategiesSmugglingZeroWidth,
  strategiesSplittingAcrostic,
  strategiesSplittingCamelCase,
  strategiesSplittingCharacterArray,
  strategiesSplittingChunkedTurns,
  strategiesSplittingDashedLetters,
  strategiesSplittingInterleavedWords,
  strategiesSplittingMaskedWords,
  strategiesSplittingPayloadSplitting,
  strategiesSplittingShuffledPieces,
  strategiesSplittingSpacedLetters,
  strategiesSplittingStringConcatenation,
  strategiesSplittingWordColumn,
  strategiesWrapperAcademic,
  strategiesWrapperAuthority,
  strategiesWrapperBedtimeStory,
  strategiesWrapperCitation,
  strategiesWrapperConsentGiven,
  strategiesWrapperContextCompliance,
  strategiesWrapperDemonstration,
  strategiesWrapperDualReply,
  strategiesWrapperEmotionalAppeal,
  strategiesWrapperGoalRedirection,
  strategiesWrapperHypothetical,
  strategiesWrapperInterview,
  strategiesWrapperLegalNotice,
  strategiesWrapperLogicPuzzle,
  strategiesWrapperMaintenanceMode,
  strategiesWrapperOppositeMode,
  strategiesWrapperPeerPressure,
  strategiesWrapperPoem,
  strategiesWrapperPolicyDocument,
  strategiesWrapperQuiz,
  strategiesWrapperReward,
  strategiesWrapperRolePlay,
  strategiesWrapperSimulatedTerminal,
  strategiesWrapperTestHarness,
  strategiesWrapperThreat,
  strategiesWrapperUnboundPersona,
  strategiesWrapperUrgency,
]
