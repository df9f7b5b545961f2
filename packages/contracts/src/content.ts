// Exports for content: texts, files, chats, model upstreams, drop-in endpoints.
export { ChatMessage, InputCheck, OutputCheck } from './guard/content.ts'
export {
  dropInEndpoints,
  LitellmAnswer,
  LitellmCheck,
  MODERATION_CATEGORIES,
  ModerationAnswer,
  type ModerationCategory,
  ModerationRequest,
  ModerationResult,
  type ShieldFinding,
} from './guard/drop-in.ts'
export { FileBlock, FileCheck, FileVerdict } from './guard/file.ts'
export {
  ListedModel,
  ModelUpstream,
  modelUpstreamEndpoints,
  ModelUpstreamWrite,
  UPSTREAMS_MAX,
} from './guard/model-upstreams.ts'
export { chatEndpoints } from './guard/chat.ts'
export { chatDialectEndpoints } from './guard/chat-dialects.ts'
