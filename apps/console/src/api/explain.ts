import { GatehouseConnectionError, GatehouseError } from '@gatehouse/client'

export interface Explained {
  readonly sentence: string
  /** What to do about it, where that is known. */
  readonly advice?: string
  readonly requestId?: string
}

const ADVICE: Readonly<Record<number, string>> = {
  401: 'Sign in again; what you typed stays here.',
  403: 'Your key or role does not allow this. Ask somebody whose does.',
  404: 'It may have been deleted. Go back to the list.',
  409: 'Somebody or something was quicker. Load it again, then decide.',
  413: 'Send less at once.',
  429: 'Wait a moment, then try again.',
  502: 'See whether the service runs: its log says why it does not.',
  503: 'The service is busy or starting. Try again in a moment.',
}

/** What an error says to people. */
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
      sentence: error.isTimeout ? 'No answer came in time.' : 'The console cannot be reached.',
      advice: 'Nothing is lost here. See whether Gatehouse still runs, then try again.',
    }
  }
  return { sentence: error instanceof Error ? error.message : String(error) }
}
