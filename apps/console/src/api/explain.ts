import { GatehouseConnectionError, GatehouseError } from '@gatehouse/client'
import { messages } from '../messages/shell.ts'

export interface Explained {
  readonly sentence: string
  readonly advice?: string
  readonly requestId?: string
}

const ADVICE: Readonly<Record<number, string>> = {
  401: messages.explain.signInAgainYourInputOnThisPage,
  403: messages.explain.yourKeyOrRoleDoesNotHave,
  404: messages.explain.theItemMayHaveBeenDeletedGo,
  409: messages.explain.theItemWasChangedInTheMeantime,
  413: messages.explain.sendASmallerRequest,
  429: messages.explain.waitAMomentThenTryAgain,
  502: messages.explain.checkTheLogOfTheServiceForThe,
  503: messages.explain.theServiceIsBusyOrStartingTry,
}

/** Converts an error to a message and advice for users. */
export function explain(error: unknown): Explained {
  if (error instanceof GatehouseError) {
    const advice = ADVICE[error.status]
    return {
      sentence: error.message,
      ...(advice === undefined ? {} : { advice }),
      ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    }
  }
  if (error instanceof GatehouseConnectionError) {
    return {
      sentence: error.isTimeout ? messages.explain.theRequestTimedOut : messages.explain.couldNotReachTheConsoleServer,
      advice: messages.explain.checkThatGatehouseIsRunning,
    }
  }
  return { sentence: error instanceof Error ? error.message : String(error) }
}
