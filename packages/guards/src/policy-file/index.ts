// Evaluates a policy file in this process, without a service: the decisions of both gateways and of the SDK.
export { outputChecker, type OutputOutcome } from './output-checker.ts'
export { type TextChecker, textChecker } from './text-checker.ts'
export { toolChecker, type ToolOutcome } from './tool-checker.ts'
