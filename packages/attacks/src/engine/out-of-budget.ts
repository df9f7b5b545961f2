/** The run may send no more. Thrown by ways out that count as well: no target takes it for trouble of its own. */
export class OutOfBudget extends Error {
  constructor() {
    super('the run has sent as many requests as it may')
  }
}
