// Exports for the scripted model server and the scripted provider.
export type { ScriptedReply } from './reply.ts'
export { type ModelScript, type ScriptedAnswer, type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
export { messageBody, messageEvents, type ScriptedBlock } from './messages-script.ts'
export {
  functionItem,
  messageItem,
  reasoningItem,
  responseBody,
  responseEvents,
  type ScriptedItem,
} from './responses-script.ts'
export { type ProviderAnswer, type ScriptedProvider, startScriptedProvider } from './provider.ts'
